"""What the files of `experiments/` are made of: published values, simulated runs, a machine model
that is calibrated, comparison and plots."""
