"""The pinochle companion: keeps the score, reads photographed meld, settles rules disputes."""

__version__ = "0.1.0"
