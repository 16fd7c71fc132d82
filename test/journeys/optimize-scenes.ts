// A journey through optimized prompts: made, applied, found again, taken back.
import type { Scene } from './run-journey.ts'

export const OPTIMIZE_SCENES: { readonly [name: string]: Scene } = {
  optimize: {
    title: 'a better one-liner applies at once, is not looked for again, and is taken back',
    script: {
      calls: { '1. Cancel a timer or an alarm, or all of them': '{"1":"Cancel timer or alarm"}' },
    },
    showHome: true,
  },
}
