// Which colours a terminal can show, whether its background is light, and the palettes. Pure.

/** Escape sequences for colours: none, the 16 of old, or 256. */
export type ColourDepth = 0 | 16 | 256
export type Background = 'light' | 'dark'
/** What is known of it; a terminal need not answer. */
export type Ground = Background | 'unknown'
export const THEMES = ['auto', 'light', 'dark', 'none'] as const
export type Theme = (typeof THEMES)[number]

/** What a stretch of text is, as far as its colour goes. */
export type Tint =
  | 'heading'
  | 'code'
  | 'link'
  | 'quiet'
  | 'keyword'
  | 'string'
  | 'number'
  | 'comment'
  | 'name'
  | 'type'
  | 'added'
  | 'removed'
  | 'place'

type Pair = readonly [of16: number, of256: number]

/**
 * SGR numbers of the sixteen colours, and numbers of the 256; each has a contrast of at least 4.5 to its background. Where that is
 * unknown, of the 256 each has 4 to black and to white, the most that colours which are told apart can have to both.
 */
const PALETTES: { readonly [G in Ground]: { readonly [T in Tint]: Pair } } = {
  dark: {
    heading: [96, 117],
    code: [93, 222],
    link: [94, 111],
    quiet: [90, 245],
    keyword: [95, 176],
    string: [92, 150],
    number: [93, 215],
    comment: [90, 245],
    name: [96, 117],
    type: [93, 222],
    added: [92, 114],
    removed: [91, 210],
    place: [96, 80],
  },
  light: {
    heading: [34, 25],
    code: [31, 88],
    link: [34, 25],
    quiet: [90, 241],
    keyword: [35, 90],
    string: [32, 22],
    number: [31, 124],
    comment: [90, 241],
    name: [34, 25],
    type: [36, 23],
    added: [32, 22],
    removed: [31, 124],
    place: [36, 23],
  },
  unknown: {
    heading: [35, 63],
    code: [35, 130],
    link: [35, 63],
    quiet: [90, 243],
    keyword: [35, 133],
    string: [31, 28],
    number: [31, 161],
    comment: [90, 243],
    name: [39, 31],
    type: [39, 30],
    added: [32, 28],
    removed: [31, 161],
    place: [35, 30],
  },
}

/**
 * Colours of a terminal by its variables: `FORCE_COLOR` (0 to 3), then `NO_COLOR`, then what `COLORTERM` and `TERM` say.
 * See force-color.org and no-color.org.
 */
export function colourDepth(env: NodeJS.ProcessEnv): ColourDepth {
  const { FORCE_COLOR: forced } = env
  if (forced !== undefined) {
    if (forced === '0' || forced === 'false') return 0
    if (forced === '2' || forced === '3') return 256
    return Math.max(16, depthOf(env)) as ColourDepth
  }
  return (env.NO_COLOR ?? '') === '' ? depthOf(env) : 0
}

/** The background that `COLORFGBG` (rxvt, Konsole, or a person) tells; undefined when it tells none. */
export function toldBackground(env: NodeJS.ProcessEnv): Background | undefined {
  const last = /;(\d{1,2})$/.exec(env.COLORFGBG ?? '')?.[1]
  if (last === undefined) return undefined
  const number = Number(last)
  // Of the sixteen: 7 and 9 to 15 are light, 8 is dark grey.
  return number === 7 || (number >= 9 && number <= 15) ? 'light' : 'dark'
}

/** The background in a terminal's answer to OSC 11 (`rgb:ffff/ffff/ffff`); undefined when there is no colour in it. */
export function answeredBackground(answer: string): Background | undefined {
  const found = /rgba?:([0-9a-f]{1,4})\/([0-9a-f]{1,4})\/([0-9a-f]{1,4})/i.exec(answer)
  if (found === null) return undefined
  const [red = 0, green = 0, blue = 0] = found
    .slice(1)
    .map((part) => Number.parseInt(part, 16) / (16 ** part.length - 1))
  // Weights of Rec. 709: how bright an eye finds each.
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.5 ? 'light' : 'dark'
}

/** The sequence that begins a colour; empty where there are none. */
export function tintStart(tint: Tint, depth: ColourDepth, ground: Ground): string {
  const [of16, of256] = PALETTES[ground][tint]
  if (depth === 0) return ''
  return depth === 16 ? `\x1b[${of16}m` : `\x1b[38;5;${of256}m`
}

function depthOf({ TERM = '', COLORTERM = '', WT_SESSION }: NodeJS.ProcessEnv): ColourDepth {
  if (TERM === 'dumb') return 0
  const isRich = /truecolor|24bit/i.test(COLORTERM) || /256|kitty|ghostty|direct|alacritty|foot/.test(TERM)
  return isRich || WT_SESSION !== undefined ? 256 : 16
}
