// What several sessions of one home share beside the engine: whoever has it lent cannot end it.
import type { AnalyticsBook } from '../contracts/analytics.ts'
import type { Meaning } from '../contracts/meaning.ts'

/** The sentence model, whose process ends with the service. */
export function lentMeaning(meaning: Meaning): Meaning {
  return {
    get state() {
      return meaning.state
    },
    tuned: meaning.tuned,
    prepare: (texts, keep) => meaning.prepare(texts, keep),
    vectorOf: (text) => meaning.vectorOf(text),
    newProblem: () => meaning.newProblem(),
    close: async () => undefined,
  }
}

/** The measurements, whose file stays open for the next conversation: what waits is written behind the last turn all the same. */
export function lentAnalytics(book: AnalyticsBook): AnalyticsBook {
  return {
    get isOn() {
      return book.isOn
    },
    add: (turn, calls) => book.add(turn, calls),
    flush: () => book.flush(),
    report: (by, filter) => book.report(by, filter),
    exportTo: (path) => book.exportTo(path),
    close: () => undefined,
  }
}
