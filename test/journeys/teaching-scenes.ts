// A journey through teaching.
import type { Scene } from './run-journey.ts'

export const TEACHING_SCENES = {
  teaching: {
    title: "a person's own words are taught, corrected, forgotten and brought back, and outlast the session",
    script: { answers: { 'what says the brass?': 'Brass says nothing.' } },
    showHome: true,
  },
} satisfies { readonly [name: string]: Scene }
