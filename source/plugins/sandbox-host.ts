// The one door of a sandboxed plugin, as it looks from inside the thread: its `host` functions send a name and a JSON text out, and get
// a JSON text back. Nothing is judged here; `host-gate.ts`, on the other side of the thread, does.
import type { QuickJSContext, QuickJSDeferredPromise, QuickJSHandle } from 'quickjs-emscripten-core'

/** What a plugin asks for; `json` is a list of arguments. */
export interface HostAsked {
  readonly type: 'ask'
  readonly id: number
  readonly name: string
  readonly json: string
}

export type HostAnswer =
  | { readonly id: number; readonly json: string }
  | { readonly id: number; readonly code: string; readonly message: string }

/** Every function that there is. */
export const HOST_FUNCTIONS = ['readFile', 'listFolder', 'writeFile', 'fetch', 'environment'] as const

/** Of one call; the gate ends a call that goes beyond. */
export const MOST_ASKED = 100
const MOST_CHARACTERS = 4_000_000

export class HostLink {
  readonly #vm: QuickJSContext
  readonly #tell: (asked: HostAsked) => void
  readonly #open = new Map<number, QuickJSDeferredPromise>()
  readonly #answers: HostAnswer[] = []
  #wake: (() => void) | undefined
  #asked = 0
  #characters = 0

  constructor(vm: QuickJSContext, tell: (asked: HostAsked) => void) {
    this.#vm = vm
    this.#tell = tell
  }

  /** The object `host`; made before the plugin's code can put others in the place of what it is made of. */
  object(): QuickJSHandle {
    const vm = this.#vm
    const make = vm.unwrapResult(vm.evalCode(MAKE, 'host'))
    const ask = vm.newFunction('ask', (name, text) => this.#ask(vm.getString(name), text))
    return vm.unwrapResult(vm.callFunction(make, vm.undefined, ask))
  }

  get isWaiting(): boolean {
    return this.#open.size > 0
  }

  /** An answer from outside. */
  take(answer: HostAnswer): void {
    this.#answers.push(answer)
    this.#wake?.()
  }

  /** Settles what is answered; waits for one where nothing is yet. */
  async settleNext(): Promise<void> {
    if (this.#answers.length === 0)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    this.#wake = undefined
    const vm = this.#vm
    for (const answer of this.#answers.splice(0)) {
      const promise = this.#open.get(answer.id)
      this.#open.delete(answer.id)
      if ('json' in answer) promise?.resolve(vm.newString(answer.json))
      else promise?.reject(this.#errorOf(answer))
    }
  }

  #ask(name: string, text: QuickJSHandle): QuickJSHandle {
    const vm = this.#vm
    const length = vm.typeof(text) === 'string' ? vm.getNumber(vm.getProp(text, 'length')) : 0
    this.#asked++
    this.#characters += length
    const promise = vm.newPromise()
    // One more than is allowed is enough to be ended for.
    if (this.#asked > MOST_ASKED + 1) return promise.handle
    const isTooMuch = !(this.#characters <= MOST_CHARACTERS)
    this.#open.set(this.#asked, promise)
    const json = isTooMuch || length === 0 ? '[]' : vm.getString(text)
    this.#tell({ type: 'ask', id: this.#asked, name: isTooMuch ? 'flood' : name, json })
    return promise.handle
  }

  #errorOf({ code, message }: { readonly code: string; readonly message: string }): QuickJSHandle {
    const error = this.#vm.newError({ name: 'Error', message })
    this.#vm.setProp(error, 'code', this.#vm.newString(code))
    return error
  }
}

const MAKE = `(() => {
  const { parse, stringify } = JSON
  const then = Promise.prototype.then
  const apply = Reflect.apply
  return (ask) => {
    const host = {}
    for (const name of ${JSON.stringify(HOST_FUNCTIONS)})
      host[name] = (...given) => apply(then, ask(name, stringify(given)), [(text) => parse(text)])
    return Object.freeze(host)
  }
})()`
