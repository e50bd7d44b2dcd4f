"""What every adapter in Python shares: the lines of the protocol, no network, and the app's own embedder.

docs/lsrep/systems.md describes the protocol. An adapter is a class with the calls as methods; `serve` does the rest.
"""

import argparse
import json
import os
import random
import socket
import sys
import uuid

LOOPBACK = ("127.0.0.1", "::1", "localhost")
NOTHING_OBSERVABLE = dict.fromkeys(
    [
        "evidence", "times", "statuses", "answers", "abstention", "citations", "clock",
        "turns", "documents", "records", "pending", "promptTokens",
    ],
    False,
)


def take_output():
    """Replies have standard output for themselves: what a library prints goes beside them, to standard error."""
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    os.dup2(2, 1)
    return replies


def stay_on_machine(allowed=()):
    """Memory packages count their users and fetch notices. Nothing leaves this machine but to a host that the user named."""

    def check(host):
        name = host.decode() if isinstance(host, bytes) else str(host or "localhost")
        if name not in LOOPBACK and name not in allowed:
            raise OSError("refused: adapters stay on this machine")

    connect, connect_ex, look_up = socket.socket.connect, socket.socket.connect_ex, socket.getaddrinfo

    def checked(method):
        def call(self, address):
            if self.family in (socket.AF_INET, socket.AF_INET6):
                check(address[0])
            return method(self, address)

        return call

    def checked_look_up(host, *args, **kwargs):
        check(host)
        return look_up(host, *args, **kwargs)

    socket.socket.connect, socket.socket.connect_ex = checked(connect), checked(connect_ex)
    socket.getaddrinfo = checked_look_up


def need(package, error):
    """Ends with what to install; the last line of standard error is shown to the user."""
    print(f"{error}", file=sys.stderr)
    print(f"The Python package {package} is missing. Install it for this Python: pip install {package}", file=sys.stderr)
    sys.exit(1)


def make_ids_repeatable(seed):
    """Packages break ties by random ids; the same seed has to give the same order."""
    chance = random.Random(seed)
    uuid.uuid4 = lambda: uuid.UUID(int=chance.getrandbits(128), version=4)


class Embedder:
    """The app's own embedder, so that systems are compared and not embedders."""

    def __init__(self, folder, max_tokens=256):
        try:
            import numpy
            import onnxruntime
            from tokenizers import Tokenizer
        except ImportError as error:
            need("onnxruntime tokenizers numpy", error)
        self.numpy = numpy
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.log_severity_level = 3
        self.session = onnxruntime.InferenceSession(os.path.join(folder, "model_int8.onnx"), options)
        self.inputs = {one.name for one in self.session.get_inputs()}
        self.tokenizer = Tokenizer.from_file(os.path.join(folder, "tokenizer.json"))
        self.tokenizer.enable_truncation(max_tokens)
        self.tokenizer.no_padding()
        self.dimension = len(self.embed("dimension"))

    def embed(self, text):
        """One text at a time: then no text changes the vector of another."""
        numpy = self.numpy
        ids = numpy.array([self.tokenizer.encode(text).ids], dtype=numpy.int64)
        given = {"input_ids": ids, "attention_mask": numpy.ones_like(ids), "token_type_ids": numpy.zeros_like(ids)}
        states = self.session.run(None, {name: value for name, value in given.items() if name in self.inputs})[0][0]
        vector = states.mean(axis=0)
        return (vector / max(float(numpy.linalg.norm(vector)), 1e-12)).tolist()


class Peer:
    """Turns and documents kept by an id of this adapter, so that evidence can be told; packages keep their own order."""

    def __init__(self, args, start):
        self.args = args
        self.start = start
        self.turns = 0
        self.documents_added = 0
        self.records = 0

    def ingest(self, params, now):
        for turn in params["turns"]:
            self.add(f"{turn['speaker']}: {turn['text']}", turn["id"], turn["at"], turn["role"])
            self.turns += 1

    def documents(self, params, now):
        for document in params["documents"]:
            for passage in passages(document["text"]):
                self.add(passage, f"document:{document['id']}", document["at"], "user")
            self.documents_added += 1

    def add(self, text, source, at, role):
        raise NotImplementedError

    def settle(self, params, now):
        return {}

    def maintain(self, params, now):
        return {"workers": []}

    def use(self, params, now):
        return {}

    def inspect(self, params, now):
        return {"turns": self.turns, "documents": self.documents_added, "records": self.records, "pending": 0}

    def close(self, params, now):
        return {}


def passages(text, limit=1200):
    """A document in whole paragraphs, as long as a turn may be."""
    passage = ""
    for paragraph in (one.strip() for one in text.split("\n\n")):
        if passage and len(passage) + len(paragraph) > limit:
            yield passage
            passage = ""
        passage = f"{passage}\n\n{paragraph}".strip()
    if passage:
        yield passage


def parse_args(more=()):
    parser = argparse.ArgumentParser()
    parser.add_argument("--embedder", required=True, help="folder of the app's embedder")
    for name, words in more:
        parser.add_argument(name, help=words)
    return parser.parse_args()


def serve(open_peer, hello, replies):
    """Answers one line after another until the other side is gone."""
    peer = None
    for line in sys.stdin:
        asked = json.loads(line)
        call, params = asked["call"], asked["params"]
        try:
            if call == "hello":
                make_ids_repeatable(params["seed"])
                peer = open_peer(params)
                reply = {"ok": hello(peer)}
            else:
                reply = {"ok": getattr(peer, call)(params, asked["now"]) or {}}
        except Exception as error:  # one question that fails is not the end of the system
            print(repr(error), file=sys.stderr)
            # Its kind only: the words of a package may quote what was said.
            reply = {"error": {"message": f"{call} failed: {type(error).__name__}"}}
        replies.write(json.dumps({"id": asked["id"], **reply}) + "\n")
        replies.flush()
        if call == "close":
            return
