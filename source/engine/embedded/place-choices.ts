// Where a search may look (`x-looks: folder` beside another text of the message): only words that stand where a folder stands, or
// the folder that `.` is. Otherwise a small model makes a folder of any word: "does any recipe use lentils?" is no folder `recipe`.
import { NO_FOLDER, pathChoices, withoutMarks } from './path-choices.ts'
import { QUOTED } from './quoted.ts'

/** Commands and shorter ones ("grep WARN logs"): a folder may be any word of them. */
const COMMAND = /^\W*(?:e?grep|rg|ag|ack)\s+(?!for\b|the\b|all\b|through\b|my\b|me\b|in\b|out\b|every)/iu
const FEWEST_WORDS = 5
/** `the folder "old letters"` */
const NAMED_IN_QUOTES = /\b(?:folders?|director(?:y|ies)|dirs?)(?:,? (?:called|named))? ["'“`]/iu
const OWNER = '(?:(?:all|everything)\\s+(?:of\\s+|in\\s+)?)?(?:(?:the|teh|da|my|our|your|this|that)\\s+)?'
const WORD = '([\\p{L}\\p{N}_.@/-]+)'
const PLACES: readonly RegExp[] = [
  // in logs, through my recipes
  new RegExp(
    `\\b(?:in|on|at|under|inside|through|thru|within|below|into|from|across|throughout|among)\\s+(?=${OWNER}${WORD})`,
    'giu',
  ),
  // search docs for …, look logs through
  new RegExp(
    `\\b(?:search|serch|serach|seach|scan|grep|check|chek|chk|comb|browse|look)\\s+${OWNER}${WORD}(?=\\s+(?:"|(?:for|4|if|whether|and|to|through|over)\\b))`,
    'giu',
  ),
  // which of the logs, any of the data files
  new RegExp(`\\b(?:(?:of|among)\\s+(?:the|my|our)|(?:files?|all)\\s+of)\\s+${WORD}`, 'giu'),
  // which letters, all my notes
  /\b(?:which|what|all|any)\s+(?:of\s+)?(?:(?:the|my|our)\s+)?([\p{L}\p{N}_-]{3,}s)(?![\p{L}\p{N}])/giu,
  // my grandfather's letters mention …
  /([\p{L}\p{N}_-]{3,}s)(?=\s+(?:mention|contain|say|include|speak|talk|use|hold|refer)\b)/giu,
  // does docs mention …, do the recipes use …
  new RegExp(
    `\\b(?:do|does|did|has|have)\\s+${OWNER}${WORD}(?=\\s+(?:anywhere\\s+)?(?:mention|contain|say|have|include|speak|talk|use|know|hold|refer|list|name)\\w*\\b)`,
    'giu',
  ),
]
const NO_PLACE = new Set(
  (
    'everything anything something nothing anywhere everywhere under inside within below through across workspace repo repository codebase text texts ' +
    'content contents line lines words times things places entries occurrences mentions folder folders directory directories subfolder subfolders case order me him them us who total general particular time mind fact detail'
  ).split(' '),
)

/** The folders that a search may mean, `.` last; undefined: the message is too short to say. */
export function placeChoices(message: string): readonly string[] | undefined {
  if (NAMED_IN_QUOTES.test(message)) return undefined
  const text = message.replace(QUOTED, ' " ')
  if (COMMAND.test(text) || text.trim().split(/\s+/).length < FEWEST_WORDS) return undefined
  const words = PLACES.flatMap((place) =>
    [...text.matchAll(place)].map(([, word = '']) => withoutMarks(word)),
  )
  const places = words.filter((word) => {
    const plain = word.toLowerCase()
    return /[\p{L}.]/u.test(word) && !NO_FOLDER.has(plain) && !NO_PLACE.has(plain)
  })
  // One file may be searched, too.
  return [...new Set([...(pathChoices('file', text) ?? []), ...places, '.'])]
}
