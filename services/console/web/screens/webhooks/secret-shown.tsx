import { useState } from 'react';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/floating/dialog.tsx';
import kit from '../../design/kit.module.css';
import { Snippet } from '../../design/snippet.tsx';
import { languages, verifySnippets, type Language } from './verify-snippets.ts';
import style from './webhooks.module.css';

/** Shows the secret, which no later request returns. */
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
      <p>Verify the signature in your receiver:</p>
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
      <Snippet label={`Verification in ${language}`} code={verifySnippets[language]} />
      <div className={kit.actions}>
        <Button kind="main" onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}
