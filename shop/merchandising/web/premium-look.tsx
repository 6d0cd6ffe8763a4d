import Pause from "lucide/dist/esm/icons/pause.mjs";
import Play from "lucide/dist/esm/icons/play.mjs";
import X from "lucide/dist/esm/icons/x.mjs";
import { useRef, useState } from "react";
import { IconButton } from "#ui/icon-button.tsx";
import { Picture } from "#ui/picture.tsx";
import { Section } from "#ui/section.tsx";
import { Icon } from "#ui/icon.tsx";
import type { HomeContent } from "../home-content.ts";
import styles from "./premium-look.module.css";

type Film = HomeContent["videos"][number];

/** The section 'See Our Premium Look' (§2.4). Only one film plays at a time; the others show their poster. */
export function PremiumLook({
  films,
  title = "See Our Premium Look",
}: {
  films: readonly Film[];
  title?: string | undefined;
}) {
  const [shownTitle, setShown] = useState<string | null>(null);
  if (films.length === 0) return null;
  return (
    <Section title={title}>
      <ul className={styles.films}>
        {films.map((film) => (
          <li key={film.video}>
            <FilmFrame
              film={film}
              shown={shownTitle === film.video}
              show={() => setShown(film.video)}
              close={() => setShown(null)}
            />
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface FilmFrameProps {
  film: Film;
  shown: boolean;
  show: () => void;
  close: () => void;
}

function FilmFrame({ film, shown, show, close }: FilmFrameProps) {
  const player = useRef<HTMLVideoElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isPlaying, setIsPlaying] = useState(false);
  const [isBroken, setIsBroken] = useState(false);
  const isOn = shown && isPlaying;
  const toggle = () => {
    setIsBroken(false);
    if (!shown) show();
    else if (player.current?.paused) void player.current.play();
    else player.current?.pause();
  };
  const leave = () => {
    close();
    setIsPlaying(false);
    button.current?.focus();
  };
  return (
    <figure>
      <div className={styles.frame} data-playing={isOn || undefined}>
        <Picture
          picture={film.poster}
          alt={film.alt}
          sizes="(min-width: 768px) min(47vw, 610px), 92vw"
          className={styles.still}
        />
        {shown && (
          // oxlint-disable-next-line jsx-a11y/media-has-caption -- the video is silent, so it needs no captions
          <video
            ref={player}
            src={film.video}
            className={styles.film}
            aria-label={film.alt}
            autoPlay
            loop
            muted
            playsInline
            onPlay={() => setIsPlaying(true)}
            onPause={() => setIsPlaying(false)}
            onError={() => {
              setIsBroken(true);
              leave();
            }}
          />
        )}
        <button
          ref={button}
          type="button"
          className={styles.toggle}
          aria-label={`${isOn ? "Pause" : "Play"} ${film.title}`}
          onClick={toggle}
        >
          <span className={styles.sign}>
            <Icon of={isOn ? Pause : Play} />
          </span>
        </button>
        {shown && (
          <IconButton label={`Close ${film.title}`} icon={X} className={styles.close} onClick={leave} />
        )}
      </div>
      <figcaption className={styles.caption}>{film.title}</figcaption>
      {isBroken && (
        <p role="alert" className="small bad">
          This video could not play. Please try again in a moment.
        </p>
      )}
    </figure>
  );
}
