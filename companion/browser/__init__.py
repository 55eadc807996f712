"""The companion in a phone's own browser: a folder for any static host, whose pages are made in a web worker."""
