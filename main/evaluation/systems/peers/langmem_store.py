"""LangMem (package langmem) as a system under test, by the two tools that it gives to an agent.

No language model chooses what to remember here: every turn is written with the tool for managing memories, and questions
go to the tool for searching them, over the store that LangMem's own examples use.
"""

import json
import os
from importlib.metadata import version

import peer

replies = peer.take_output()
args = peer.parse_args()
peer.stay_on_machine()
os.environ["LANGSMITH_TRACING"] = "false"
try:
    from langgraph.store.memory import InMemoryStore
    from langmem import create_manage_memory_tool, create_search_memory_tool
except ImportError as error:
    peer.need("langmem", error)

NAMESPACE = ("lsrep",)


class LangMem(peer.Peer):
    def __init__(self, args, start):
        super().__init__(args, start)
        embedder = peer.Embedder(args.embedder)
        store = InMemoryStore(
            index={"dims": embedder.dimension, "embed": lambda texts: [embedder.embed(text) for text in texts]}
        )
        self.manage = create_manage_memory_tool(namespace=NAMESPACE, store=store)
        self.search = create_search_memory_tool(namespace=NAMESPACE, store=store)
        self.sources = {}

    def add(self, text, source, at, role):
        said = self.manage.invoke({"content": text, "action": "create"})
        self.sources[said.rsplit(" ", 1)[-1]] = (source, at)
        self.records += 1

    def ask(self, params, now):
        found = json.loads(self.search.invoke({"query": params["question"], "limit": params["k"]}))
        fragments = []
        for one in found:
            source, at = self.sources[one["key"]]
            kind = "document" if source.startswith("document:") else "turn"
            fragments.append({"kind": kind, "text": one["value"]["content"], "turns": [source], "at": at})
        return {"fragments": fragments}


def hello(_):
    return {
        **{"protocol": "lsrep-system", "version": 1, "name": "langmem", "systemVersion": version("langmem")},
        "mode": "LangMem's tools over LangGraph's store in memory; turns stored whole, no language model; the app's embedder",
        "observable": {
            **peer.NOTHING_OBSERVABLE,
            **{"evidence": True, "times": True, "turns": True, "documents": True, "records": True, "pending": True},
        },
        "supports": {"documents": True, "upkeep": []},
    }


peer.serve(lambda start: LangMem(args, start), hello, replies)
