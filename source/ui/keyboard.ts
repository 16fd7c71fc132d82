// Keys that only some terminals can tell apart (Shift-Enter). Ink speaks the kitty protocol; xterm and tmux have an older
// one, modifyOtherKeys, whose sequences Ink drops, so they are put into kitty's form before Ink reads them.
import type { ReadStream } from 'node:tty'
import type { FlowControl } from './flow-control.ts'
import { PasteGate } from './paste-gate.ts'

/** `CSI 27 ; modifiers ; code ~` (xterm's ctlseqs, "modifyOtherKeys"). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it begins with an escape
const OTHER_KEY = /\x1b\[27;(\d+);(\d+)~/g
const ASK = '\x1b[>4;1m'

export const NO_OTHER_KEYS = '\x1b[>4;0m'

/** What asks the terminal for them; empty where it would be taken for something else. */
export function asksForOtherKeys(env: NodeJS.ProcessEnv): string {
  const knows = /^(?:xterm|tmux|screen)/.test(env.TERM ?? '') && env.TERM_PROGRAM !== 'Apple_Terminal'
  return knows ? ASK : ''
}

/** The same keys as `CSI code ; modifiers u`. */
export function inKittyForm(input: string): string {
  return input.replace(OTHER_KEY, '\x1b[$2;$1u')
}

/**
 * The terminal's input with such keys in kitty's form, without the answers that `flow` waits for, and a paste in one piece; everything
 * else is the terminal's own.
 */
export function keyboardOf(
  stdin: ReadStream,
  flow: Pick<FlowControl, 'take'>,
  nowMs: () => number = () => performance.now(),
): ReadStream {
  const pastes = new PasteGate(nowMs)
  return new Proxy(stdin, {
    get(target, name) {
      if (name === 'read') {
        return (size?: number) => {
          for (;;) {
            const chunk: unknown = target.read(size)
            if (typeof chunk !== 'string') return chunk
            const text = pastes.take(inKittyForm(flow.take(chunk)))
            if (text !== '') return text
          }
        }
      }
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
