"""The rules once more, cell by cell and as slow as can be read: what the library's answers are measured against.

Nothing here imports the library. Texts in, texts out.
"""
