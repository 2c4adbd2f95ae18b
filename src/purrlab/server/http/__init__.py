"""HTTP: the REST API, its limits and headers, and the files of the page."""
