"""Errors of the file layer."""

from __future__ import annotations


class FileError(Exception):
    """Base: a game file cannot be had."""


class FileNameError(FileError):
    """A name that could point outside the search path, or that no game file can have."""


class FileMissingError(FileError):
    """No folder or pack of the search path has the file."""


class FileTooLargeError(FileError):
    """A file, packed or loose, is over the limit its reader set."""


class FileReadError(FileError):
    """The file is there, but the system refuses to read it."""


class PackError(FileError):
    """A pack is damaged, or uses what packs of this game never use."""
