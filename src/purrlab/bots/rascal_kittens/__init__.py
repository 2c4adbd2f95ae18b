"""Bots for Rascal Kittens."""
