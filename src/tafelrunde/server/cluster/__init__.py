"""Several processes as one server: news and limits that go over Redis."""
