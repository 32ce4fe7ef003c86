"""ClickHouse's HTTP interface over chdb (ClickHouse's engine in this process), for tests on machines without a ClickHouse server.

Speaks what the official client needs: GET /ping, and POST / with the statement in `query=` or in the body, `param_*`, settings as
parameters, gzip bodies, X-ClickHouse-* headers, errors as text with their code. One statement at a time: chdb has one engine a process.
Usage: python front.py DATA_DIR [PORT]. Prints its port, and ends when its standard input closes. Asks for FRONT_PASSWORD, if there is one.
"""

import base64
import gzip
import json
import os
import re
import sys
import threading
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

from chdb import session

URL_BYTES_MAX = 1024 * 1024
LOCK = threading.Lock()
NO_SETTINGS = {
    'query', 'database', 'default_format', 'query_id', 'session_id', 'session_timeout', 'session_check', 'compress', 'decompress',
    'enable_http_compression', 'user', 'password', 'role', 'quota_key', 'wait_end_of_query', 'send_progress_in_http_headers',
    'http_headers_progress_interval_ms', 'http_response_headers', 'readonly', 'cancel_http_readonly_queries_on_client_close',
}
INSERT = re.compile(r'^\s*insert\s+into\s+(?:table\s+)?([^\s(]+)\s*(\([^)]*\))?', re.I)
FORMAT = re.compile(r'\bformat\s+(\w+)\s*;?\s*$', re.I)
READ = re.compile(r'^\s*(select|with|show|describe|exists)\b', re.I)
SET_ONCE = {}
PASSWORD = os.environ.get('FRONT_PASSWORD', '')


def literal(text):
    return "'" + text.replace('\\', '\\\\').replace("'", "\\'") + "'"


def apply_settings(settings):
    for name, value in settings.items():
        if SET_ONCE.get(name) != value:
            SESSION.query(f'SET {name} = {literal(value)}')
            SET_ONCE[name] = value


def insert(statement, payload, query_id):
    """An INSERT whose rows are in the body: chdb takes them from a file."""
    data_format = FORMAT.search(statement)
    table, columns = INSERT.match(statement).groups()
    names = [name.strip().strip('`') for name in (columns or '()')[1:-1].split(',') if name.strip()]
    where = f"database = currentDatabase() AND table = {literal(table.split('.')[-1].strip('`'))}"
    types = SESSION.query(f'SELECT name, type FROM system.columns WHERE {where} ORDER BY position FORMAT JSONCompact').bytes()
    known = dict(json.loads(types)['data'])
    structure = ', '.join(f'`{name}` {known[name]}' for name in names or known)
    path = os.path.join(DATA, f'upload-{query_id}')
    with open(path, 'wb') as file:
        file.write(payload)
    try:
        source = f"file({literal(path)}, {data_format.group(1)}, {literal(structure)})"
        SESSION.query(f"INSERT INTO {table} ({', '.join(names or known)}) SELECT * FROM {source}")
    finally:
        os.remove(path)
    return b''


class Front(BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'
    disable_nagle_algorithm = True
    wbufsize = -1

    def handle_one_request(self):
        # The library's own limit of a request line is 64 KiB; ClickHouse's is 1 MiB.
        self.raw_requestline = self.rfile.readline(URL_BYTES_MAX)
        if not self.raw_requestline:
            self.close_connection = True
            return
        if self.parse_request():
            getattr(self, 'do_' + self.command)()
            self.wfile.flush()

    def log_message(self, *_):
        pass

    def reply(self, status, body=b'', headers=None):
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def body(self):
        if self.headers.get('Transfer-Encoding', '').lower() == 'chunked':
            parts = []
            while size := int(self.rfile.readline().split(b';')[0], 16):
                parts.append(self.rfile.read(size))
                self.rfile.readline()
            self.rfile.readline()
            data = b''.join(parts)
        else:
            data = self.rfile.read(int(self.headers.get('Content-Length') or 0))
        return gzip.decompress(data) if self.headers.get('Content-Encoding') == 'gzip' else data

    def is_known(self):
        given = base64.b64decode(self.headers.get('Authorization', '').removeprefix('Basic ')).decode()
        return given.partition(':')[2] == PASSWORD

    def do_GET(self):
        if urlsplit(self.path).path == '/ping':
            self.reply(200, b'Ok.\n')
        else:
            self.do_POST()

    def do_POST(self):
        args = {name: values[-1] for name, values in parse_qs(urlsplit(self.path).query, keep_blank_values=True).items()}
        data = self.body()
        query = args.get('query', '')
        query_id = args.get('query_id') or str(uuid.uuid4())
        has_rows = bool(query and INSERT.match(query) and FORMAT.search(query))
        statement = query if has_rows else (query + '\n' + data.decode() if query else data.decode())
        settings = {name: value for name, value in args.items() if name not in NO_SETTINGS and not name.startswith('param_')}
        params = {name[6:]: value for name, value in args.items() if name.startswith('param_')}
        reply_format = args.get('default_format', 'TabSeparated')
        try:
            if PASSWORD and not self.is_known():
                raise RuntimeError('Code: 516. DB::Exception: Authentication failed: password is incorrect. (AUTHENTICATION_FAILED)')
            if args.get('readonly', '0') != '0' and not READ.match(statement):
                raise RuntimeError('Code: 164. DB::Exception: Cannot execute query in readonly mode. (READONLY)')
            with LOCK:
                apply_settings(settings)
                if args.get('database') and SET_ONCE.get('database') != args['database']:
                    SESSION.query(f"USE `{args['database']}`")
                    SET_ONCE['database'] = args['database']
                if has_rows:
                    out = insert(statement, data, query_id)
                else:
                    found = FORMAT.search(statement)
                    if found:
                        reply_format = found.group(1)
                        statement = statement[: found.start()]
                    out = SESSION.query(statement, reply_format, params=params).bytes()
            kind = 'application/json' if 'JSON' in reply_format else 'application/octet-stream'
            summary = json.dumps({'read_rows': '0', 'written_rows': '0'})
            headers = {'X-ClickHouse-Query-Id': query_id, 'X-ClickHouse-Format': reply_format, 'X-ClickHouse-Summary': summary}
            self.reply(200, out or b'', {**headers, 'Content-Type': kind})
        except Exception as error:  # Whatever the engine says goes to the client.
            text = str(error)
            code = re.search(r'Code: (\d+)', text)
            headers = {'X-ClickHouse-Exception-Code': code.group(1) if code else '1000', 'X-ClickHouse-Query-Id': query_id}
            self.reply(400 if code else 500, text.encode(), headers)


class Server(ThreadingHTTPServer):
    # The library's own is 5: connections beyond wait for a second or more. ClickHouse's is 4096.
    request_queue_size = 1024
    daemon_threads = True

    def handle_error(self, *request):
        # Clients give up statements, and are killed.
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(*request)


if __name__ == '__main__':
    DATA = sys.argv[1]
    SESSION = session.Session(DATA)
    SERVER = Server(('127.0.0.1', int(sys.argv[2]) if len(sys.argv) > 2 else 0), Front)
    threading.Thread(target=SERVER.serve_forever, daemon=True).start()
    print(SERVER.server_address[1], flush=True)
    sys.stdin.read()
    os._exit(0)
