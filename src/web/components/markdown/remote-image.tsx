import { ExternalLink } from './external-link.tsx';

const SHOWN_CHARS = 120;

interface RemoteImageProps {
  readonly url: string;
  readonly label: string;
  readonly what?: 'image' | 'audio' | 'file';
}

/** A picture or a file on another host. It is never fetched by itself, which would tell that host who reads: a click opens it in a window of its own. */
export function RemoteImage({ url, label, what = 'image' }: RemoteImageProps) {
  return (
    <span className="text-12 text-text3">
      {what}
      {label === '' ? '' : ` “${label}”`} at{' '}
      <ExternalLink href={url}>
        <span className="mono verbatim">{url.length > SHOWN_CHARS ? `${url.slice(0, SHOWN_CHARS)}…` : url}</span>
      </ExternalLink>
    </span>
  );
}
