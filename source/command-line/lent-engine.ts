// One engine for several sessions: whoever has it lent cannot end it.
import type { Engine } from '../contracts/engine.ts'

/** The engine, whose `close` does nothing. */
export function lentEngine(engine: Engine): Engine {
  return {
    get info() {
      return engine.info
    },
    countTokens: (texts) => engine.countTokens(texts),
    prepareHead: (messages, options) => engine.prepareHead(messages, options),
    prepareCall: (state, options) => engine.prepareCall(state, options),
    talk: (request, signal) => engine.talk(request, signal),
    prefill: (messages, signal) => engine.prefill(messages, signal),
    ahead: (request, signal) => engine.ahead(request, signal),
    writeCall: (request, signal) => engine.writeCall(request, signal),
    renderPrompt: (messages, form) => engine.renderPrompt(messages, form),
    memoryBytes: () => engine.memoryBytes(),
    close: async () => undefined,
  }
}
