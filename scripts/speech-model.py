"""Makes the model file that whisper.cpp reads from one for CTranslate2, as faster-whisper has it: English only, weights in 16 bits.

    python3 scripts/speech-model.py FOLDER ggml-tiny.en.bin      # FOLDER has model.bin and vocabulary.txt

With it `test/real/voice.test.ts` transcribes where no model can be fetched from its makers; the words that come out are the same but for rounding.
Needs numpy. Formats: model_spec.py of CTranslate2 (version 6) and models/convert-pt-to-ggml.py of whisper.cpp.
"""

import struct
import sys
from pathlib import Path

import numpy as np

TYPES = {0: "<f4", 1: "i1", 2: "<i2", 3: "<i4", 4: "<f2"}
SAMPLE_RATE, WINDOW, BANDS = 16_000, 400, 80
# Samples of 30 s that the encoder sees, halved, and tokens that the decoder does.
AUDIO_CONTEXT, TEXT_CONTEXT = 1_500, 448
# What whisper.cpp keeps in 32 bits although it has several dimensions.
FULL = {"encoder.conv1.bias", "encoder.conv2.bias", "encoder.positional_embedding", "decoder.positional_embedding"}


def read_weights(data):
    """Every tensor of a model.bin, by its name."""
    at = 0

    def take(form):
        nonlocal at
        values = struct.unpack_from("<" + form, data, at)
        at += struct.calcsize("<" + form)
        return values

    def text():
        (length,) = take("H")
        (raw,) = take(f"{length}s")
        return raw[:-1].decode()

    version, kind, _ = take("I")[0], text(), take("I")
    if (version, kind) != (6, "WhisperSpec"):
        raise SystemExit(f"This is {kind}, version {version}; a WhisperSpec, version 6, is needed.")
    weights = {}
    for _ in range(take("I")[0]):
        name = text()
        shape = take(f"{take('B')[0]}I")
        kind, length = TYPES[take("B")[0]], take("I")[0]
        weights[name] = np.frombuffer(data, kind, length // np.dtype(kind).itemsize, at).reshape(shape)
        at += length
    return weights


def read_words(lines):
    """Bytes of each token up to the end of the text; the file writes them as GPT-2 does, a letter for each byte."""
    plain = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [byte for byte in range(256) if byte not in plain]
    letters = {chr(byte): byte for byte in plain} | {chr(256 + at): byte for at, byte in enumerate(others)}
    end = lines.index("<|endoftext|>")
    return [bytes(letters[letter] for letter in line) for line in lines[:end]] + [b"<|endoftext|>"]


def mel_filters():
    """Triangles on the mel scale of Slaney's Auditory Toolbox, each with an area of one: [bands, frequencies]."""
    to_mel = lambda hertz: 15 + np.log(hertz / 1000) / (np.log(6.4) / 27)
    to_hertz = lambda mel: np.where(mel < 15, mel * 200 / 3, 1000 * np.exp((np.log(6.4) / 27) * (mel - 15)))
    corners = to_hertz(np.linspace(0, to_mel(SAMPLE_RATE / 2), BANDS + 2))
    ramps = corners[:, None] - np.fft.rfftfreq(WINDOW, 1 / SAMPLE_RATE)
    widths = np.diff(corners)[:, None]
    triangles = np.maximum(0, np.minimum(-ramps[:-2] / widths[:-1], ramps[2:] / widths[1:]))
    return (triangles * (2 / (corners[2:] - corners[:-2]))[:, None]).astype("<f4")


def renamed(weights):
    """The tensors as whisper.cpp calls them; queries, keys and values stand in one tensor here, and in three there."""
    tensors = {}

    def linear(name, source, rows=slice(None), has_bias=True):
        tensors[f"{name}.weight"] = weights[f"{source}/weight"][rows]
        if has_bias:
            tensors[f"{name}.bias"] = weights[f"{source}/bias"][rows]

    def norm(name, source):
        tensors[f"{name}.weight"], tensors[f"{name}.bias"] = weights[f"{source}/gamma"], weights[f"{source}/beta"]

    for conv in ("conv1", "conv2"):
        tensors[f"encoder.{conv}.weight"] = weights[f"encoder/{conv}/weight"]
        tensors[f"encoder.{conv}.bias"] = weights[f"encoder/{conv}/bias"].reshape(-1, 1)
    width = len(weights["encoder/conv1/weight"])
    first, second, third = (slice(at * width, (at + 1) * width) for at in range(3))
    for side in ("encoder", "decoder"):
        tensors[f"{side}.positional_embedding"] = weights[f"{side}/position_encodings/encodings"]
        for layer in range(layers_of(weights, side)):
            source, block = f"{side}/layer_{layer}", f"{side}.blocks.{layer}"
            own = f"{source}/self_attention"
            norm(f"{block}.attn_ln", f"{own}/layer_norm")
            linear(f"{block}.attn.query", f"{own}/linear_0", first)
            linear(f"{block}.attn.key", f"{own}/linear_0", second, has_bias=False)
            linear(f"{block}.attn.value", f"{own}/linear_0", third)
            linear(f"{block}.attn.out", f"{own}/linear_1")
            if side == "decoder":
                cross = f"{source}/attention"
                norm(f"{block}.cross_attn_ln", f"{cross}/layer_norm")
                linear(f"{block}.cross_attn.query", f"{cross}/linear_0")
                linear(f"{block}.cross_attn.key", f"{cross}/linear_1", first, has_bias=False)
                linear(f"{block}.cross_attn.value", f"{cross}/linear_1", second)
                linear(f"{block}.cross_attn.out", f"{cross}/linear_2")
            norm(f"{block}.mlp_ln", f"{source}/ffn/layer_norm")
            linear(f"{block}.mlp.0", f"{source}/ffn/linear_0")
            linear(f"{block}.mlp.2", f"{source}/ffn/linear_1")
    norm("encoder.ln_post", "encoder/layer_norm")
    norm("decoder.ln", "decoder/layer_norm")
    tensors["decoder.token_embedding.weight"] = weights["decoder/embeddings/weight"]
    return tensors


def layers_of(weights, side):
    return sum(f"{side}/layer_{layer}/ffn/linear_0/weight" in weights for layer in range(100))


def main(folder, out):
    weights = read_weights(Path(folder, "model.bin").read_bytes())
    words = read_words(Path(folder, "vocabulary.txt").read_text(encoding="utf-8").split("\n"))
    embeddings = weights["decoder/embeddings/weight"]
    if embeddings.dtype != np.float16:
        raise SystemExit("Its weights are not in 16 bits.")
    size = lambda side: (embeddings.shape[1], int(weights[f"{side}/num_heads"]), layers_of(weights, side))
    filters = mel_filters()
    with open(out, "wb") as file:
        whole = lambda *numbers: file.write(struct.pack(f"<{len(numbers)}i", *numbers))
        whole(0x67676D6C, len(embeddings), AUDIO_CONTEXT, *size("encoder"), TEXT_CONTEXT, *size("decoder"), BANDS, 1)
        whole(*filters.shape)
        file.write(filters.tobytes())
        whole(len(words))
        for word in words:
            whole(len(word))
            file.write(word)
        for name, tensor in renamed(weights).items():
            is_half = tensor.ndim > 1 and name not in FULL
            whole(tensor.ndim, len(name), int(is_half), *reversed(tensor.shape))
            file.write(name.encode())
            file.write(np.ascontiguousarray(tensor, "<f2" if is_half else "<f4").tobytes())


if __name__ == "__main__":
    main(*sys.argv[1:])
