"""What all measured claims share: settings, statistics, planted data, records, files."""
