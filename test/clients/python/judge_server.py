"""A model on this machine for evaluators that need one: it answers as OpenAI's chat completions do, with JSON of the schema it is given."""

import json
import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class _Judge(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        properties = body["response_format"]["json_schema"]["schema"]["properties"]
        text = json.dumps(body["messages"])
        # Its first label for an answer that names days, its second otherwise; a sentence for everything that has no labels.
        place = 0 if "days" in text else 1
        answer = {name: schema["enum"][place] if "enum" in schema else "It names how long it takes." for name, schema in properties.items()}
        message = {"role": "assistant", "content": json.dumps(answer), "refusal": None}
        reply = {
            "id": "chatcmpl-judge",
            "object": "chat.completion",
            "created": 1_760_000_000,
            "model": body["model"],
            "choices": [{"index": 0, "message": message, "logprobs": None, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": 60, "completion_tokens": 12, "total_tokens": 72},
        }
        data = json.dumps(reply).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        pass


def start_judge():
    """Starts it and points the client of OpenAI at it."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Judge)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    os.environ["OPENAI_BASE_URL"] = f"http://127.0.0.1:{server.server_address[1]}/v1"
    os.environ["OPENAI_API_KEY"] = "not-needed"
