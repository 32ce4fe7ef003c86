import { ExternalLink } from './external-link.tsx';

const SHOWN_CHARS = 120;

/** A picture on another host. It is never fetched by itself, which would tell that host who reads: a click opens it in a window of its own. */
export function RemoteImage({ url, label }: { url: string; label: string }) {
  return (
    <span className="text-12 text-text3">
      image{label === '' ? '' : ` “${label}”`} at{' '}
      <ExternalLink href={url}>
        <span className="mono verbatim">{url.length > SHOWN_CHARS ? `${url.slice(0, SHOWN_CHARS)}…` : url}</span>
      </ExternalLink>
    </span>
  );
}
