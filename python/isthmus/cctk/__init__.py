"""Thorns of Cactus: read from their CCL files and compiled to libraries of thorns."""
