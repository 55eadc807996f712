"""Figures of past evenings: the facts of deals, the figures that follow from them, and the people behind names;
pure.
"""
