// The words that tell what is wanted of a percentage, as regular expressions. What they leave open the model decides.

/** What stands behind the percentage, misspelt too. */
export const PERCENT = '%|per ?cents?|pre?ce?nt|pers[ae]nt|perc|pct|pc\\b|percentage points?'
/** A number with a percent sign: then it is not asked what percent something is. */
const GIVEN = `(?:\\d|\\b(?:half|quarter|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\w+teen|\\w+ty)(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?)\\s*(?:${PERCENT})|(?<!\\bas )\\b(?:half )?a ?per ?cent\\b`
const LESS =
  '\\b(?:off|remain\\w*|left|less|lower(?:ed|s)?|reduc\\w*|decreas\\w*|minus|drop\\w*|(?<!\\b(?:their|my|your|his|her|our) )cut|cheaper|discount\\w*|rebate|mark(?:ed|s)?[ -]?down|markdown|holding back|withh\\w+|deduct\\w*|subtract\\w*|shr[iau]nk\\w*|fell|fall(?:en|ing|s)?|(?<!put )down|fewer|smaller|slip\\w*|dip\\w*|los(?:e|t|es|ing)|remov\\w*|take (?:away|off)|knock\\w*|sale|without|sink|sank|declin\\w*|shave\\w*|lop\\w*|taken? off|depreciat\\w*)\\b'
const MORE =
  '\\b(?:plus|increas\\w*|rais\\w*|ris(?:e|es|en|ing)|rose|more|up|mark(?:ed)?[ -]?up|grow\\w*|grew|add(?:ed|ing|s)?|incl\\w*|gross|on top|higher|improv\\w*|gain\\w*|inflat\\w*|extra|surcharge|climb\\w*|appreciat\\w*|with(?! holding)|goes? up|went up|bump\\w*|total|in all|all ?together|altogether|all told|(?:put|stick|slap) (?:another |an extra )?\\d[\\d.]* ?(?:%|per ?cent|pct) on(?:to)?)\\b'
/** The part itself is wanted, whatever happens to the whole. */
const PART =
  "\\bhow (?:much|many) (?:cheaper|dearer|less|is|are|was|were|of|do i save|would i save|tip|tax|vat|off|comes off|goes|must|should i tip|will i save|discount|commission|interest)\\b|\\b(?:what|how big|how much|how large)(?: is|'s|s| would| will)?(?: be)? (?:the |my |our )?(?:tip|tax|vat|discount|commission|deposit|interest|share|fee|saving|part|bonus|down payment)\\b|\\b(?:tip|commission|deposit|fee) (?:on|for|from)\\b|\\bsave\\b|\\btip amount\\b|\\b(?:their|my|your|his|her|our) (?:cut|share)\\b|\\bas (?:an? |the )?(?:tip|deposit|down payment|commission|fee)\\b"
/** The part and nothing else is wanted, whatever is said of the whole. */
const ALONE =
  '\\b(?:just|only) the (?:tip|tax|vat|fee|discount|commission|interest|deposit|share)\\b|\\b(?:tip|tax|vat|fee|discount|commission|interest) (?:alone|only|itself)\\b|\\bnot the (?:total|whole|sum)\\b'
/** Which operations a request leaves open: its own words say less, more or the part itself. */
export const CUES = {
  is_what_percent: [
    `^(?![\\s\\S]*(?:${GIVEN}))`,
    `^(?![\\s\\S]*(?:${GIVEN}))[\\s\\S]*\\b(?:what|which|how many|in)\\s+(?:percent(?:age)?|per cent|%|share)`,
  ],
  decrease: `^(?=[\\s\\S]*(?:${GIVEN}))(?=[\\s\\S]*${LESS})(?![\\s\\S]*(?:${ALONE}))`,
  increase: `^(?=[\\s\\S]*(?:${GIVEN}))(?=[\\s\\S]*${MORE})(?![\\s\\S]*(?:${ALONE}))`,
  of: `^(?=[\\s\\S]*(?:${GIVEN}))(?:(?=[\\s\\S]*(?:${PART}|${ALONE}))|(?![\\s\\S]*(?:${LESS}|${MORE})))`,
}
