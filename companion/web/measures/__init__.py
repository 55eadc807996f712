"""Figures for Prometheus; imported only where they are asked for."""
