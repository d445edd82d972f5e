"""What all measured claims share: settings, statistics, synthetic data, records, files."""
