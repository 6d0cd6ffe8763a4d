import { type DragEvent, useEffect, useId, useState } from "react";
import { useMedia } from "#client/visibility.ts";
import { classNames } from "#ui/class-names.ts";
import { FieldError, RequiredMark } from "#ui/field.tsx";
import type { Word } from "./form-values.ts";
import styles from "./word-field.module.css";

interface FileFieldProps {
  word: Word;
  label: string;
  hint: string;
  error: string | undefined;
  files: readonly File[] | undefined;
  onChange: (files: File[]) => void;
}

export function FileField({ word, label, hint, error, files = NO_FILES, onChange }: FileFieldProps) {
  const { name, required, many, kind } = word;
  const id = useId();
  const canDrop = useMedia("(pointer: fine)");
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const dropped = [...event.dataTransfer.files];
    onChange(many ? [...files, ...dropped] : dropped.slice(0, 1));
  };
  return (
    <div
      className={classNames(styles.file, isOver && styles.over)}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <label htmlFor={id} className={styles.label}>
        {label}
        {required && <RequiredMark />}
      </label>
      <input
        id={id}
        name={name}
        type="file"
        className={styles.picker}
        // An iPhone also offers its camera for this list of formats.
        accept={ACCEPTED[kind]}
        multiple={many}
        required={required && files.length === 0}
        aria-invalid={error ? true : undefined}
        aria-describedby={classNames(error && `${id}-error`, `${id}-hint`)}
        onChange={(event) => {
          const picked = [...(event.target.files ?? [])];
          // A phone's camera adds one photograph at a time, so keep the files that were chosen before.
          onChange(many ? [...files, ...picked] : picked);
          // A browser reports no change if the user chooses the same file again, for example after correcting it.
          event.target.value = "";
        }}
      />
      {error && (
        <div className={styles.wrong}>
          <FieldError id={`${id}-error`}>{error}</FieldError>
        </div>
      )}
      <p id={`${id}-hint`} className={styles.hint}>
        {files.length > 0
          ? files.map((file) => file.name).join(", ")
          : `${hint}${canDrop ? `. You can also drop ${many ? "files" : "it"} here` : ""}`}
      </p>
      {kind === "picture" && (
        <Chosen files={files} onLeave={(removed) => onChange(files.filter((file) => file !== removed))} />
      )}
    </div>
  );
}

const NO_FILES: readonly File[] = [];

const ACCEPTED: Readonly<Record<string, string>> = {
  picture: "image/jpeg,image/png,image/webp,image/avif,image/heic",
  video: "video/mp4",
};

function Chosen({ files, onLeave }: { files: readonly File[]; onLeave: (file: File) => void }) {
  const [shownFiles, setShown] = useState<readonly { file: File; address: string }[]>([]);
  useEffect(() => {
    const created = files.map((file) => ({ file, address: URL.createObjectURL(file) }));
    setShown(created);
    return () => created.forEach(({ address }) => URL.revokeObjectURL(address));
  }, [files]);
  return (
    <div className={styles.chosen}>
      {shownFiles.map(({ file, address }) => (
        <button key={address} type="button" title={`Remove ${file.name}`} onClick={() => onLeave(file)}>
          <img src={address} alt={`Remove ${file.name}`} />
        </button>
      ))}
    </div>
  );
}
