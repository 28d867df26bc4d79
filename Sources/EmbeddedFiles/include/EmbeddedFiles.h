#ifndef EMBEDDED_FILES_H
#define EMBEDDED_FILES_H

// The files whose content the build copies into the program. All texts are UTF-8 and end with a zero byte.

#include <stddef.h>

struct EmbeddedGuide {
  /// The file's name without the extension.
  const char *_Nonnull name;
  const unsigned char *_Nonnull text;
};

/// Returns the number of guides.
size_t embeddedGuideCount(void);

/// Returns the guide at an index below the count. The guides are sorted by name.
struct EmbeddedGuide embeddedGuide(size_t index);

/// Returns the HTML of the report's page, with placeholders such as `{{title}}`.
const unsigned char *_Nonnull embeddedPageTemplate(void);

/// Returns the style sheet of the report's page.
const unsigned char *_Nonnull embeddedPageStyle(void);

/// Returns the scripts that evaluate a manifest in the browser, joined to one.
const unsigned char *_Nonnull embeddedEvaluationScript(void);

/// Returns the scripts of the user interface of the report's page, joined to one.
const unsigned char *_Nonnull embeddedInterfaceScript(void);

#endif
