"""The endpoints that open a local server to the machine's network, for a page on this computer."""

from splendor.server.admission import plain_headers
from splendor.server.bodies import Network, NetworkRequest
from splendor.server.http import Call, Endpoint
from splendor.server.network import LocalNetwork
from splendor.server.refusals import RequestRefused


async def show_network(call: Call) -> Network:
    """Nothing at all for anybody else: only this computer learns its addresses."""
    network = network_for(call)
    if network is None:
        return Network()
    await network.close_if_lost()
    return described(network)


async def change_network(call: Call) -> Network:
    network = network_for(call)
    if network is None:
        raise RequestRefused("not_local")
    if call.body.open:
        await network.open(call.body.address)
    else:
        await network.close()
    return described(network)


def network_for(call: Call) -> LocalNetwork | None:
    """The network, if this server is a local one and the request comes from this computer."""
    network, scope = call.context.network, call.request.scope
    asked_here = network and network.is_asked_here(scope, plain_headers(scope["headers"]))
    return network if asked_here else None


def described(network: LocalNetwork) -> Network:
    return Network(True, network.addresses, network.address, network.url)


NETWORK = "/api/network"
NETWORK_ENDPOINTS = (
    Endpoint(
        "GET", NETWORK, show_network,
        "Whether my network reaches the table (`splendor play`, from this computer)", Network,
    ),
    Endpoint(
        "POST", NETWORK, change_network,
        "Open the server to my network, or close it (`splendor play`, from this computer)",
        Network, NetworkRequest, rate="network", refuses=(409,),
    ),
)  # fmt: skip
