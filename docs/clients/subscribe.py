#!/usr/bin/env python3
"""Prints a line for each arrival and departure.  Usage: subscribe.py [SOCKET]"""
import json
import socket
import sys

path = sys.argv[1] if len(sys.argv) > 1 else "/run/placed/placed.sock"
with socket.socket(socket.AF_UNIX) as daemon:
    daemon.connect(path)
    request = {"jsonrpc": "2.0", "id": 1, "method": "subscribe",
               "params": {"events": ["arrived", "departed"]}}
    daemon.sendall(json.dumps(request).encode() + b"\n")
    for line in daemon.makefile(encoding="utf-8"):
        message = json.loads(line)
        if "method" in message:
            event = message["params"]
            place = event["visit"]["place"] or {"name": "somewhere"}
            print(event["time"], message["method"], place["name"], sep="\t", flush=True)
