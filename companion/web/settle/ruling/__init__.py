"""A ruling as a page, a picture and an address that keeps."""
