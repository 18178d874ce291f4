"""The kernels of training: the sparse first layer, the policy, and the optimiser."""

from math import exp, log, sqrt
from typing import Any

from splendor.bots.evaluators.network import product
from splendor.core.kernel import Row, entry, float32, kernel


@entry
def first_layer(
    chosen: Row[int], inputs: Row[int], starts: Row[int], first: Any, bias: Row[float], sums: Any
) -> None:
    """The sums of the first layer for the chosen positions."""
    for place in range(len(chosen)):
        for i in range(len(bias)):
            sums[place, i] = bias[i]
        for k in range(starts[chosen[place]], starts[chosen[place] + 1]):
            row = inputs[k]
            for i in range(len(bias)):
                sums[place, i] += first[row, i]


@entry
def first_gradients(
    chosen: Row[int], inputs: Row[int], starts: Row[int], slopes: Any, first: Any, bias: Row[float]
) -> None:
    """The gradients of the first layer from those of its sums."""
    for row in range(len(first)):
        for i in range(len(bias)):
            first[row, i] = 0
    for i in range(len(bias)):
        bias[i] = 0
    for place in range(len(chosen)):
        for k in range(starts[chosen[place]], starts[chosen[place] + 1]):
            row = inputs[k]
            for i in range(len(bias)):
                first[row, i] += slopes[place, i]
        for i in range(len(bias)):
            bias[i] += slopes[place, i]


@kernel
def logit(weights: Any, bias: Row[float], rows: Any, k: int, out: Row[float]) -> float:
    row = rows[k, 0]
    total = product(weights, row, out) + bias[row]
    row = rows[k, 1]
    if row >= 0:
        total += product(weights, row, out) + bias[row]
    return total


@kernel
def add_slope(slope: float, row: int, out: Row[float], weights: Any, gradients: Any) -> None:
    """Add the gradients of one row; gradients are those of weights, biases and outputs."""
    of_weights, of_bias, of_out = gradients
    of_bias[row] += slope
    for j in range(len(out)):
        of_weights[row, j] += slope * out[j]
        of_out[j] += slope * weights[row, j]


@entry
def policy_loss(
    chosen: Row[int],
    rows: Any,
    shares: Row[float],
    starts: Row[int],
    outs: Any,
    weights: Any,
    bias: Row[float],
    of_weights: Any,
    of_bias: Row[float],
    of_outs: Any,
    scale: float,
    logits: Row[float],
) -> float:
    """The cross entropy of the policy, added up; adds its gradients times `scale`."""
    loss = 0.0
    for place in range(len(chosen)):
        begin, end = starts[chosen[place]], starts[chosen[place] + 1]
        if begin == end:
            continue
        out = outs[place]
        largest = -1e9
        for k in range(begin, end):
            logits[k - begin] = logit(weights, bias, rows, k, out)
            largest = max(largest, logits[k - begin])
        whole = 0.0
        for k in range(end - begin):
            whole += exp(logits[k] - largest)
        for k in range(begin, end):
            share = exp(logits[k - begin] - largest) / whole
            loss -= shares[k] * (logits[k - begin] - largest - log(whole))
            slope = float32((share - shares[k]) * scale)
            gradients = (of_weights, of_bias, of_outs[place])
            add_slope(slope, rows[k, 0], out, weights, gradients)
            if rows[k, 1] >= 0:
                add_slope(slope, rows[k, 1], out, weights, gradients)
    return loss


@entry
def adam(
    weights: Row[float],
    gradients: Row[float],
    means: Row[float],
    squares: Row[float],
    averages: Row[float],
    rates: Row[float],
) -> None:
    """One step of Adam, and of the moving average of the weights.

    `rates` are: the learning rate, the two bias corrections, the weight of the average.
    """
    rate, first, second, average = rates[0], rates[1], rates[2], rates[3]
    tenth, most = float32(0.1), float32(0.9)
    little, nearly = float32(0.001), float32(0.999)
    for i in range(len(weights)):
        slope = gradients[i]
        means[i] = most * means[i] + tenth * slope
        squares[i] = nearly * squares[i] + little * slope * slope
        size = float32(sqrt(squares[i] * second)) + float32(1e-8)
        weights[i] -= rate * (means[i] * first) / size
        averages[i] += average * (weights[i] - averages[i])
