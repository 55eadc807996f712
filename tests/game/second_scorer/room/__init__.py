"""The room: drives the real program through whole games with dealt cards, and writes down what was told and said."""
