// How the screen looks: signs, colours, and what draws answers. Changes with the settings and with what the terminal says.
import { type Glyphs, glyphsFor } from './glyphs.ts'
import { MarkdownReader } from './markdown/reader.ts'
import { type Background, colourDepth, type Ground, type Theme, toldBackground } from './theme/colours.ts'
import { canLink } from './theme/links.ts'

/** What a person chose of it. */
export interface LookChoices {
  readonly theme: Theme
  /** Nothing moves that need not. */
  readonly reducedMotion: boolean
}

export const USUAL_LOOK: LookChoices = { theme: 'auto', reducedMotion: false }

/** One screen's look; `change` takes new choices, `see` what the terminal answered. */
export class Look {
  readonly reader: MarkdownReader
  readonly #env: NodeJS.ProcessEnv
  readonly #glyphs: Glyphs
  #choices: LookChoices
  #answered: Background | undefined

  constructor(env: NodeJS.ProcessEnv, platform: NodeJS.Platform, choices: LookChoices) {
    this.#env = env
    this.#choices = choices
    this.#glyphs = glyphsFor(env, platform)
    this.reader = new MarkdownReader(this.#glyphs, this.#palette())
  }

  get glyphs(): Glyphs {
    return this.#choices.theme === 'none' ? { ...this.#glyphs, styled: false } : this.#glyphs
  }

  get isCalm(): boolean {
    return this.#choices.reducedMotion
  }

  /** Whether the terminal has to be asked for its background. */
  get asksBackground(): boolean {
    return this.#choices.theme === 'auto' && this.#glyphs.styled && toldBackground(this.#env) === undefined
  }

  change(choices: LookChoices): void {
    if (choices.theme === this.#choices.theme && choices.reducedMotion === this.#choices.reducedMotion) return
    this.#choices = choices
    this.reader.palette = this.#palette()
  }

  see(background: Background): void {
    this.#answered = background
    this.reader.palette = this.#palette()
  }

  #palette() {
    const { theme } = this.#choices
    // The console of Linux is black.
    const silent: Ground = this.#env.TERM === 'linux' ? 'dark' : 'unknown'
    const auto = toldBackground(this.#env) ?? this.#answered ?? silent
    return {
      styled: this.glyphs.styled,
      depth: colourDepth(this.#env),
      background: theme === 'light' || theme === 'dark' ? theme : auto,
      links: this.glyphs.styled && canLink(this.#env),
    }
  }
}
