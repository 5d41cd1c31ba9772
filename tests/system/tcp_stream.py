"""A stream of TCP as any other program has: `tcp_stream.py serve PORT` takes and drops what comes,
`tcp_stream.py send HOST PORT` sends without end. By CUBIC, which most machines have."""

import socket
import sys

PIECE = bytes(65536)


def serve(port: int) -> None:
    with socket.create_server(("", port)) as listener:
        print("ready", flush=True)
        connection, _ = listener.accept()
        while connection.recv(1 << 20):
            pass


def send(host: str, port: int) -> None:
    with socket.create_connection((host, port)) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_CONGESTION, b"cubic")
        while True:
            connection.sendall(PIECE)


if __name__ == "__main__":
    if sys.argv[1] == "serve":
        serve(int(sys.argv[2]))
    else:
        send(sys.argv[2], int(sys.argv[3]))
