"""What the user or the world did wrong, as one line and an exit status."""


class IsthmusError(Exception):
    """A failure of the world: a program that dies, a disk that is full. Its text is one line."""

    status = 1


class BadInputError(IsthmusError):
    """An option, a file or a value from the user is wrong."""

    status = 2


class UnansweredError(IsthmusError):
    """A running job's door is not open, or closed before it answered."""


class MissingPeerError(BadInputError):
    """What is compared with, and not part of this project, is not on this machine."""


class InterruptedJobError(IsthmusError):
    """A signal to the launcher ended the job; the status follows the shell's rule, 128 + signal."""

    def __init__(self, signal_number: int) -> None:
        super().__init__("interrupted")
        self.status = 128 + signal_number
