/**
 * English words that carry no content of their own: articles, pronouns, prepositions, auxiliaries, conjunctions. The
 * lexical index leaves them out, and late interaction gives them no token. A closed class, so that no list of topics can
 * creep in.
 */
const WORDS = `a about above after again against all also am an and any are aren't as at be because been before being below
 between both but by can can't cannot could couldn't did didn't do does doesn't doing don't down during each either else
 ever few for from further had hadn't has hasn't have haven't having he her here hers herself him himself his how i if in
 into is isn't it its itself just let me more most my myself neither no nor not of off on once only or other our ours
 ourselves out over own per same shall shan't she should shouldn't so some such than that the their theirs them themselves
 then there these they this those through to too under until up upon us very was wasn't we were weren't what when where
 which while who whom whose why will with won't would wouldn't yet you your yours yourself yourselves
 i'm i've i'd i'll you're you've you'd you'll he's he'd he'll she's she'd she'll it's it'd it'll we're we've we'd we'll
 they're they've they'd they'll that's there's here's what's who's where's when's why's how's let's
 s t d ll m re ve don didn doesn isn aren wasn weren hasn haven hadn won wouldn couldn shouldn`;

export const STOP_WORDS: ReadonlySet<string> = new Set(WORDS.split(/\s+/));
