import { useState } from 'react';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/floating/dialog.tsx';
import kit from '../../design/kit.module.css';
import { Snippet } from '../../design/snippet.tsx';
import { languages, verifySnippets, type Language } from './verify-snippets.ts';
import style from './webhooks.module.css';

/** Only this answer has the secret. */
export function SecretShown({
  title,
  secret,
  onClose,
}: {
  title: string;
  secret: string;
  onClose: () => void;
}) {
  const [language, setLanguage] = useState<Language>(languages[0]!);
  return (
    <Dialog isOpen title={title}>
      <p className={kit.notice}>It is shown only now. Whoever has it can sign: keep it like a password.</p>
      <Snippet label="Signing secret" code={secret} />
      <p>This is how a receiver checks what comes:</p>
      <div className={style.choices} role="group" aria-label="Language">
        {languages.map((each) => (
          <Button
            key={each}
            kind={each === language ? 'plain' : 'quiet'}
            aria-pressed={each === language}
            onClick={() => setLanguage(each)}
          >
            {each}
          </Button>
        ))}
      </div>
      <Snippet label={`The check in ${language}`} code={verifySnippets[language]} />
      <div className={kit.actions}>
        <Button kind="main" onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}
