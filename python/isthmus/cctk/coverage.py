"""What thorns of Cactus find here, and what they do not."""


def text() -> str:
    return ""
