// Where a search may look (`x-looks: folder` beside another text of the message): only words that stand where a folder stands, or
// the folder that `.` is. Otherwise a small model makes a folder of any word: "does any recipe use lentils?" is no folder `recipe`.
import { NO_FOLDER, withoutMarks } from './path-choices.ts'

/** Shorter ones are commands ("grep WARN logs"): a folder may be any word of them. */
const FEWEST_WORDS = 5
const QUOTED = /"[^"\n]*"|“[^”\n]*”|`[^`\n]*`|(?<![\p{L}\p{N}])'[^'\n]*'(?![\p{L}\p{N}])/gu
const OWNER = '(?:(?:all|everything)\\s+(?:of\\s+|in\\s+)?)?(?:(?:the|my|our|your|this|that)\\s+)?'
const WORD = '([\\p{L}\\p{N}_.@/-]+)'
const PLACES: readonly RegExp[] = [
  // in logs, through my recipes
  new RegExp(
    `\\b(?:in|on|at|under|inside|through|thru|within|below|into|from|across|throughout|among)\\s+${OWNER}${WORD}`,
    'giu',
  ),
  // search docs for …, look logs through
  new RegExp(
    `\\b(?:search|serch|serach|seach|scan|grep|check|chek|comb|browse|look)\\s+${OWNER}${WORD}(?=\\s+(?:for|4|if|whether|and|to|through|over)\\b)`,
    'giu',
  ),
  // which of the logs, any of the data files
  new RegExp(`\\b(?:of|among)\\s+(?:the|my|our)\\s+${WORD}`, 'giu'),
  // does docs mention …, do the recipes use …
  new RegExp(
    `\\b(?:do|does|did|has|have)\\s+${OWNER}${WORD}(?=\\s+(?:anywhere\\s+)?(?:mention|contain|say|have|include|speak|talk|use|know|hold|refer|list|name)\\w*\\b)`,
    'giu',
  ),
]
const NO_PLACE = new Set(
  (
    'everything anything something nothing anywhere everywhere workspace repo repository codebase document documents text texts ' +
    'content contents line lines case order me him them us who case total general particular particular total time mind fact detail'
  ).split(' '),
)

/** The folders that a search may mean, `.` last; undefined: the message is too short to say. */
export function placeChoices(message: string): readonly string[] | undefined {
  if (message.trim().split(/\s+/).length < FEWEST_WORDS) return undefined
  const text = message.replace(QUOTED, (quoted) => ' '.repeat(quoted.length))
  const words = PLACES.flatMap((place) =>
    [...text.matchAll(place)].map(([, word = '']) => withoutMarks(word)),
  )
  const places = words.filter((word) => {
    const plain = word.toLowerCase()
    return /[\p{L}.]/u.test(word) && !NO_FOLDER.has(plain) && !NO_PLACE.has(plain)
  })
  return [...new Set([...places, '.'])]
}
