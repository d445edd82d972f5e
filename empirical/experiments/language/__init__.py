"""Language models: the binding task, 1-hop tasks, the scores' options, baselines."""
