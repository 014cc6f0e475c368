"""The API against its own description: whatever is sent, only what is described comes back."""

import asyncio
import sys
from pathlib import Path

from tests.adapters.web_desk import OWNER_TOKEN, open_web, served

CHECKS = (
    "not_a_server_error,status_code_conformance,content_type_conformance,"
    "response_headers_conformance,response_schema_conformance,ignored_auth,unsupported_method"
)


async def test_requests_made_from_the_description_break_nothing(tmp_path):
    async with open_web(workers=4) as web, served(web.app) as address:
        process = await asyncio.create_subprocess_exec(
            Path(sys.executable).with_name("schemathesis"),
            *("run", f"{address}/api/openapi.json"),
            *("--header", f"Authorization: Bearer {OWNER_TOKEN}"),
            *("--checks", CHECKS),
            *("--phases", "coverage,fuzzing"),
            *("--max-examples", "10", "--seed", "1"),
            # They go on for ever, or for as long as a turn does.
            *("--exclude-path-regex", "stream|messages|events"),
            cwd=tmp_path,
            stdout=asyncio.subprocess.PIPE,
        )
        told, _ = await process.communicate()
        assert process.returncode == 0, told.decode()
