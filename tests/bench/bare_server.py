"""The floor under a start: the libraries that any desk of this kind imports, and one route."""

import socket

import fastapi
import pydantic
import sqlalchemy
import uvicorn


class Health(pydantic.BaseModel):
    status: str = "ok"


def main() -> None:
    app = fastapi.FastAPI()
    sqlalchemy.create_engine("sqlite://").connect().close()

    @app.get("/healthz")
    async def health() -> Health:
        return Health()

    listening = socket.create_server(("127.0.0.1", 0))
    print(f"http://127.0.0.1:{listening.getsockname()[1]}/", flush=True)
    uvicorn.Server(uvicorn.Config(app, log_level="warning")).run(sockets=[listening])


if __name__ == "__main__":
    main()
