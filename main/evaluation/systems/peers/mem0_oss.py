"""Mem0 OSS (package mem0ai) as a system under test.

Without an endpoint nothing is extracted: turns are stored as they were said (`infer=False`), since extraction needs a
language model. With `--endpoint` and `--model` Mem0 extracts what it remembers by that model.
"""

import os
import urllib.parse

import peer

replies = peer.take_output()
args = peer.parse_args(
    [("--endpoint", "an OpenAI-compatible address, for extraction"), ("--model", "the name of its model")]
)
peer.stay_on_machine([urllib.parse.urlsplit(args.endpoint).hostname] if args.endpoint else [])
os.environ["MEM0_TELEMETRY"] = "False"
os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["MEM0_DIR"] = os.path.join(os.getcwd(), "mem0")
try:
    import mem0
    from mem0.configs.embeddings.base import BaseEmbedderConfig
    from mem0.embeddings.base import EmbeddingBase
    from mem0.utils.factory import EmbedderFactory
except ImportError as error:
    peer.need("mem0ai", error)

USER = "owner"


class AppEmbedding(EmbeddingBase):
    """Mem0 makes its embedder from a name, so this one has to be found by one."""

    model = None

    def __init__(self, config: BaseEmbedderConfig | None = None):
        super().__init__(config)

    def embed(self, text, memory_action=None):
        return AppEmbedding.model.embed(text)

    def embed_batch(self, texts, memory_action=None):
        return [self.embed(text) for text in texts]


class Mem0(peer.Peer):
    def __init__(self, args, start):
        super().__init__(args, start)
        AppEmbedding.model = peer.Embedder(args.embedder)
        # A name that Mem0 knows, so that its check of names lets it pass.
        EmbedderFactory.provider_to_class["huggingface"] = f"{AppEmbedding.__module__}.AppEmbedding"
        folder = os.path.join(start["folder"], "mem0")
        os.makedirs(folder, exist_ok=True)
        store = {"collection_name": "lsrep", "path": os.path.join(folder, "qdrant"), "on_disk": True}
        llm = {"api_key": "none", "temperature": 0.0}
        if args.endpoint:
            llm = {**llm, "model": args.model, "openai_base_url": args.endpoint}
        self.memory = mem0.Memory.from_config(
            {
                "embedder": {"provider": "huggingface", "config": {"embedding_dims": AppEmbedding.model.dimension}},
                "vector_store": {
                    "provider": "qdrant",
                    "config": {**store, "embedding_model_dims": AppEmbedding.model.dimension},
                },
                "llm": {"provider": "openai", "config": llm},
                "history_db_path": os.path.join(folder, "history.db"),
            }
        )

    def add(self, text, source, at, role):
        message = {"role": "assistant" if role == "assistant" else "user", "content": text}
        metadata = {"source": source, "said_at": at, "created_at": at}
        added = self.memory.add([message], user_id=USER, metadata=metadata, infer=bool(self.args.endpoint))
        self.records += len(added["results"])

    def ask(self, params, now):
        found = self.memory.search(params["question"], top_k=params["k"], filters={"user_id": USER}, threshold=0.0)
        fragments = []
        for one in found["results"]:
            source = one["metadata"]["source"]
            kind = "document" if source.startswith("document:") else "turn"
            at = one["metadata"]["said_at"]
            fragments.append({"kind": kind, "text": one["memory"], "turns": [source], "at": at})
        return {"fragments": fragments}

    def close(self, params, now):
        self.memory.close()
        return {}


def hello(opened):
    has_words = opened.memory.vector_store._get_bm25_encoder() is not None
    extraction = f"extraction by {args.model}" if args.endpoint else "turns stored whole (infer=False), no language model"
    return {
        **{"protocol": "lsrep-system", "version": 1, "name": "mem0", "systemVersion": mem0.__version__},
        "mode": f"Mem0 OSS; {extraction}; Qdrant in a folder; the app's embedder; {'with' if has_words else 'no'} keyword index",
        "observable": {
            **peer.NOTHING_OBSERVABLE,
            **{"evidence": True, "times": True, "turns": True, "documents": True, "records": True, "pending": True},
        },
        "supports": {"documents": True, "upkeep": []},
    }


peer.serve(lambda start: Mem0(args, start), hello, replies)
