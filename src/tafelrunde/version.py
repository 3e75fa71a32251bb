"""The one place where the version stands: the package, the page and the native core all read it here."""

__version__ = "0.1.0"
