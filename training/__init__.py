"""Makes the reader's networks: scenes of cards are drawn, the networks trained on them and written as ONNX.

Needs the ``train`` extra (torch, cairosvg, onnx); nothing of it is needed to read a photograph.
"""
