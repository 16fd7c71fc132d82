// `ETHERVOX_MODELS=DIR node scripts/tune-calls.ts MODEL [PYTHON]`: tunes a model of the catalogue for writing calls, on requests whose arguments are
// known (the tools' worked examples and `calls.jsonl`, and the part *train* of all cases), each behind its tool's context state. Writes
// models/MODEL.calls.gguf and prints the sum that belongs into models/catalogue.yaml. The 0.5B takes three quarters of an hour on two shared virtual
// CPUs. PYTHON has torch, numpy and gguf: `python3 -m venv DIR && DIR/bin/pip install torch numpy gguf`.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getLlama, LlamaLogLevel, readGgufFileInfo, type Token } from 'node-llama-cpp'
import { loadTool } from '../source/composing/build-manifest.ts'
import { chooseModel } from '../source/composing/choose-model.ts'
import type { ChatMessage } from '../source/contracts/engine.ts'
import type { JsonObject } from '../source/contracts/json.ts'
import {
  type CompiledTool,
  type FewShot,
  type ToolDetail,
  takesArguments,
} from '../source/contracts/manifest.ts'
import { readChatFormat } from '../source/engine/embedded/chat-format.ts'
import { renderCode } from '../source/engine/embedded/write-code.ts'
import { loadCases, ofPart } from '../source/evaluation/cases.ts'
import { loadOwnCases } from '../source/evaluation/own-cases.ts'
import { askedOf } from '../source/governor/prepare-call.ts'
import { sha256Hex } from '../source/lib/checksum.ts'
import { compileTools } from '../source/manifest/compile.ts'
import { findProgram, homePaths } from '../source/paths.ts'
import { withBefore } from '../source/prompt/before.ts'
import { buildCallState, shotTurns } from '../source/prompt/call-state.ts'
import { runPython } from './run-python.ts'

/** So many of a tool that stand alone, and that lean on a call: a seventh of what it has, within these. */
const MOST_ALONE = 270
const LEAST_LEANING = 45
const MOST_LEANING = 70

const [asked = '', python = 'python3'] = process.argv.slice(2)
const program = findProgram()
const modelsDir = homePaths(undefined, process.env).models
const chosen = await chooseModel(asked, { catalogue: program.catalogue, modelsDir }, 0)
if (chosen.type !== 'chosen') throw new Error(chosen.reason)
const { style, id, path: modelPath } = chosen
const llama = await getLlama({ gpu: false, build: 'never', logLevel: LlamaLogLevel.error })
const vocabulary = await llama.loadModel({ modelPath, vocabOnly: true })
const { metadata } = await readGgufFileInfo(modelPath)
const format = readChatFormat(metadata.tokenizer?.chat_template, {
  bosToken: vocabulary.tokens.bosString ?? '',
  eosToken: vocabulary.tokens.eosString ?? '',
  thinking: false,
})
const endOfTurn = vocabulary.tokens.eot ?? vocabulary.tokens.eos
const cases = ofTrain()
const load = (folder: string) => loadTool(program, basename(folder))
const { tools } = await compileTools({ toolsDir: program.toolsDir, loadTool: load, builtAt: 0 })
const rows = tools.filter(takesArguments).map((tool) => rowOf(tool))
const count = rows.reduce((sum, { examples }) => sum + examples.length, 0)
console.log(`${count} requests for ${rows.length} tools`)
await llama.dispose()
const folder = mkdtempSync(join(tmpdir(), 'ethervox-calls-'))
const examplesPath = join(folder, 'examples.json')
writeFileSync(examplesPath, JSON.stringify(rows))
const adapterPath = join(dirname(program.catalogue), `${id}.calls.gguf`)
await runPython(python, 'tune-calls.py', [modelPath, examplesPath, adapterPath])
rmSync(folder, { recursive: true })
console.log(`${adapterPath}: sha256 ${sha256Hex(readFileSync(adapterPath))}`)

/** A tool's state and what is learned behind it, as tokens. */
function rowOf(tool: CompiledTool) {
  const { head } = tokensOf(tool, { user: '', arguments: {} })
  const known = new Set(buildCallState(tool.name, tool, style).messages.map(({ text }) => text))
  const examples = examplesFor(tool).flatMap((shot) => {
    const { message, prompt, answer } = tokensOf(tool, shot)
    if (known.has(message)) return []
    known.add(message)
    return [{ prompt, answer }]
  })
  return { head, examples }
}

function tokensOf(tool: CompiledTool, { before, ...shot }: FewShot) {
  const ports = {
    buildCallState: (name: string, detail: ToolDetail) => buildCallState(name, detail, style),
    nearestShots: () => [],
    withBefore,
  }
  const earlier = before === undefined ? [] : [before]
  const { state, message } = askedOf(ports, tool.name, tool, { request: shot.user, earlier })
  const [, answer] = shotTurns(shot, tool, style)
  const asked: ChatMessage[] = [...state.messages, { role: 'user', text: message }]
  const isCode = state.form === 'code'
  const tokens = (messages: readonly ChatMessage[], open: boolean): readonly Token[] =>
    isCode
      ? vocabulary.tokenize(renderCode(messages), false)
      : format
          .render(messages, open && 'call')
          .flatMap(({ text, special }) => vocabulary.tokenize(text, special))
  const head = tokens(state.messages, false)
  const text = isCode ? ` ${answer?.text}\n\n` : (answer?.text ?? '')
  const end = isCode || endOfTurn === null ? [] : [endOfTurn]
  return {
    message,
    head,
    prompt: tokens(asked, true).slice(head.length),
    answer: [...vocabulary.tokenize(text, false), ...end],
  }
}

/** In an order that only their words decide. */
function examplesFor({ name, fewShots }: CompiledTool): readonly FewShot[] {
  const apart = join(program.toolsDir, name, 'calls.jsonl')
  const lines = existsSync(apart) ? readFileSync(apart, 'utf8').trim().split('\n') : []
  const more = lines.map((line) => JSON.parse(line) as FewShot)
  const [leaning, alone] = [true, false].map((leans) =>
    fewShots.filter(({ before }) => (before !== undefined) === leans),
  )
  const share = Math.ceil((leaning?.length ?? 0) / 7)
  const mostLeaning = Math.min(MOST_LEANING, Math.max(LEAST_LEANING, share))
  return [
    ...shuffled([...more, ...(cases.get(name) ?? []), ...(alone ?? [])]).slice(0, MOST_ALONE),
    ...shuffled(leaning ?? []).slice(0, mostLeaning),
  ]
}

function shuffled(shots: readonly FewShot[]): readonly FewShot[] {
  const key = ({ user }: FewShot) => sha256Hex(Buffer.from(user))
  return [...shots].sort((a, b) => key(a).localeCompare(key(b)))
}

/** Single requests of the part *train*, by tool; of several accepted values the first. */
function ofTrain(): ReadonlyMap<string, readonly FewShot[]> {
  const casesDir = fileURLToPath(new URL('../test/cases', import.meta.url))
  const files = readdirSync(casesDir).filter((file) => /^[a-z]{1,2}\.jsonl$/.test(file))
  const own = ofPart(loadOwnCases(program.toolsDir), 'train')
  const found = new Map<string, FewShot[]>()
  for (const { turns } of [...own, ...files.flatMap((file) => loadCases([join(casesDir, file)], 'train'))]) {
    const [turn] = turns
    if (turn?.tool == null || turns.length > 1 || turn.anyOf !== undefined) continue
    const values = Object.entries(turn.arguments).flatMap(([name, [value]]) =>
      value === undefined || value === '' ? [] : [[name, value]],
    )
    const shots = found.get(turn.tool) ?? []
    found.set(turn.tool, shots)
    if (values.length > 0)
      shots.push({ user: turn.input, arguments: Object.fromEntries(values) as JsonObject })
  }
  return found
}
