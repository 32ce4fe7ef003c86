import { SPAN_KINDS } from '#contracts/spans/span-kind.ts';
import { lookOfKindIndex } from '#web/ui/kind-mark.tsx';

/** The colours of the theme, as a canvas takes them. */
export interface BarColours {
  /** By kind. */
  readonly bars: readonly string[];
  readonly error: string;
  readonly focus: string;
  readonly line: string;
  readonly edge: string;
  readonly strong: string;
  readonly text: string;
  readonly muted: string;
  readonly page: string;
}

let known: { readonly theme: string | undefined; readonly colours: BarColours } | null = null;

/** The tones as the theme computes them; read once for each theme. */
export function barColours(): BarColours {
  const { theme } = document.documentElement.dataset;
  if (known !== null && known.theme === theme) return known.colours;
  const probe = document.createElement('span');
  // A canvas keeps its colours where the system sets those of the page; read there, all would be
  // that of the page itself.
  probe.style.forcedColorAdjust = 'none';
  document.body.append(probe);
  const colourOf = (look: string): string => {
    probe.className = look;
    return getComputedStyle(probe).backgroundColor;
  };
  const colours = {
    bars: SPAN_KINDS.map((_, index) => colourOf(`${lookOfKindIndex(index).tone} bg-bar`)),
    error: colourOf('tone-error bg-bar'),
    focus: colourOf('bg-focus'),
    line: colourOf('bg-line2'),
    edge: colourOf('bg-line3'),
    strong: colourOf('bg-text1'),
    text: colourOf('bg-text2'),
    muted: colourOf('bg-text3'),
    page: colourOf('bg-bg0'),
  };
  probe.remove();
  known = { theme, colours };
  return colours;
}
