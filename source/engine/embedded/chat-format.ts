// How a model marks its turns, read from its own chat template: the template is rendered once with sentinels
// in the places of the texts, and what stands between them is the format. No family name is guessed from a file name.
import { Template } from '@huggingface/jinja'
import type { ChatMessage } from '../../contracts/engine.ts'

/** A piece of a prompt: markers are tokenized with special tokens, texts never are. */
export interface PromptPiece {
  readonly text: string
  readonly special: boolean
}

export type Opening = boolean | 'call'

/** The markers around turns. */
export interface ChatFormat {
  /** Short name for `/status`, found by the markers. */
  readonly name: string
  /** Whether the template knows a thinking switch. */
  readonly canThink: boolean
  /** What the template itself writes at the beginning of an answer and the model never repeats: `<think>`, or nothing. */
  readonly opening: string
  /** Pieces for `messages`; with `open`, the assistant's turn is opened behind them, for `call` without a thought. */
  render(messages: readonly ChatMessage[], open: Opening): readonly PromptPiece[]
}

const SYSTEM = '\u2063SYS\u2063'
const FIRST = '\u2063ONE\u2063'
const ANSWER = '\u2063TWO\u2063'
const SECOND = '\u2063SIX\u2063'

const NAMES: readonly (readonly [marker: string, name: string])[] = [
  ['<|im_start|>', 'chatml'],
  ['<|start_header_id|>', 'llama3'],
  ['<start_of_turn>', 'gemma'],
  ['<|start_of_role|>', 'granite'],
  ['[INST]', 'mistral'],
]

/**
 * Reads the format out of a Jinja chat template.
 * Without a template, or with one that cannot be rendered, ChatML is taken and `name` says so.
 */
export function readChatFormat(template: string | undefined, options: FormatOptions): ChatFormat {
  const canThink = template?.includes('enable_thinking') ?? false
  const markers = (template !== undefined && probe(template, options)) || CHATML
  const all = `${markers.beforeSystem}${markers.beforeFirst}${markers.generation}`
  const known = NAMES.find(([marker]) => all.includes(marker))?.[1] ?? 'template'
  const name = markers === CHATML ? 'chatml (assumed)' : known
  const opening = markers.thought.trim()
  return { name, canThink, opening, render: (messages, open) => render(markers, messages, open) }
}

export interface FormatOptions {
  readonly bosToken: string
  readonly eosToken: string
  readonly thinking: boolean
}

interface Markers {
  readonly beforeSystem: string
  /** Between the system text and the first user text; undefined: the template has no system turn. */
  readonly beforeFirst: string
  readonly systemInUser: boolean
  readonly assistantToUser: string
  /** From a user text to where the model goes on; also used for finished turns, so that their bytes stay. */
  readonly generation: string
  /** Stands behind it where a template opens a thought itself; a finished turn has none. */
  readonly thought: string
}

const CHATML: Markers = {
  beforeSystem: '<|im_start|>system\n',
  beforeFirst: '<|im_end|>\n<|im_start|>user\n',
  systemInUser: false,
  assistantToUser: '<|im_end|>\n<|im_start|>user\n',
  generation: '<|im_end|>\n<|im_start|>assistant\n',
  thought: '',
}

function probe(template: string, options: FormatOptions): Markers | undefined {
  return probeWith(template, options, false) ?? probeWith(template, options, true)
}

function probeWith(template: string, options: FormatOptions, systemInUser: boolean): Markers | undefined {
  const first = systemInUser ? `${SYSTEM}\n\n${FIRST}` : FIRST
  const messages = [
    ...(systemInUser ? [] : [{ role: 'system', content: SYSTEM }]),
    { role: 'user', content: first },
    { role: 'assistant', content: ANSWER },
    { role: 'user', content: SECOND },
  ]
  let text: string
  try {
    text = new Template(template).render({
      messages,
      add_generation_prompt: true,
      bos_token: options.bosToken,
      eos_token: options.eosToken,
      enable_thinking: options.thinking,
    })
  } catch {
    return undefined
  }
  const at = [SYSTEM, FIRST, ANSWER, SECOND].map((sentinel) => text.indexOf(sentinel))
  const [s = -1, f = -1, a = -1, u = -1] = at
  if (s < 0 || f < s || a < f || u < a) return undefined
  const between = (from: number, sentinel: string, to: number) => text.slice(from + sentinel.length, to)
  const end = text.slice(u + SECOND.length)
  const thought = /<think>\s*$/.exec(end)?.[0] ?? ''
  return {
    beforeSystem: text.slice(0, s),
    beforeFirst: between(s, SYSTEM, f),
    systemInUser,
    assistantToUser: between(a, ANSWER, u),
    generation: end.slice(0, end.length - thought.length),
    thought,
  }
}

function render(markers: Markers, messages: readonly ChatMessage[], open: Opening): readonly PromptPiece[] {
  // The markers begin with a system turn; without one it stands there empty.
  if (messages[0]?.role !== 'system')
    return render(markers, [{ role: 'system', text: '' }, ...messages], open)
  const pieces: PromptPiece[] = [{ text: markers.beforeSystem, special: true }]
  messages.forEach((message, index) => {
    if (index > 0) pieces.push({ text: joint(markers, messages[index - 1], message), special: true })
    pieces.push({ text: message.text, special: false })
  })
  const last = messages.at(-1)
  const thought = open === 'call' ? '' : markers.thought
  if (open && last?.role === 'user') pieces.push({ text: markers.generation + thought, special: true })
  return pieces.filter((piece) => piece.text !== '')
}

function joint(markers: Markers, before: ChatMessage | undefined, after: ChatMessage): string {
  if (before?.role === 'system') return markers.beforeFirst
  if (after.role === 'assistant') return markers.generation
  return markers.assistantToUser
}
